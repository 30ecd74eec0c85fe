"""What a line of JSON is by the rules of docs/formats.md: a second reading that shares nothing with the program."""
import datetime
import json
import re

KINDS = {"sent": "sent", "sent_fail": "send_failed", "arrive": "arrived", "arrived": "arrived", "received": "arrived",
         "arrive_fail": "arrive_failed", "ext_ack": "ext_ack",
         **dict.fromkeys(["open", "opened", "click", "clicked"], "opened"),
         **dict.fromkeys(["delete", "deleted", "remove", "removed", "clear", "cleared", "dismiss", "dismissed"], "dismissed")}
IDS = ("app_key", "message_id", "event_type")
ATTRIBUTES = ("device_type", "event_channel", "job_key", "app_version", "os", "os_version", "brand", "network_type", "isp",
              "reason")
FIELDS = (*IDS, *ATTRIBUTES, "device_id", "event_time", "__time__", "__topic__")
DEPTH, KEYS, ID, LINE = 32, 256, 256, 1 << 20
CLOCK = re.compile(r"(\d{4}-\d\d-\d\d)[ Tt](\d\d:\d\d:\d\d)(\.\d{1,9})?(?: ?([Zz]|[+-]\d\d(?::?\d\d)?))?", re.ASCII)
FIRST, LAST = 1_262_304_000_000, 4_102_444_800_000

Event = tuple[str, str, str, str, str, int]


class Refused(Exception):
    pass


class Number(str):
    """A number by its digits as written."""


def judged(line: bytes) -> Event | str:
    """The event of a line without its line end; or `blank`, or `refused`."""
    content = line.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r")
    if not content:
        return "blank"
    if len(line.removesuffix(b"\r")) > LINE:
        return "refused"
    try:
        return _event(_record(content))
    except (Refused, ValueError, RecursionError):
        return "refused"


def _record(content: bytes) -> dict:
    text = content.decode("utf-8")
    if "\0" in text:
        raise Refused("nul")
    _check_depth(text)
    record = json.loads(text, object_pairs_hook=_object, parse_int=Number, parse_float=Number, parse_constant=_refuse)
    if not isinstance(record, _Object):
        raise Refused("not-object")
    _check_texts(record)
    return record.once()


def _refuse(word: str) -> None:
    raise Refused(word)


class _Object(list):
    """The pairs of an object, so that a key that stands there twice is seen."""

    def once(self) -> dict:
        seen: dict[str, object] = {}
        for key, value in self:
            if key in FIELDS and key in seen and (type(seen[key]), seen[key]) != (type(value), value):
                raise Refused("dup-key")
            seen.setdefault(key, value)
        return seen


def _object(pairs: list) -> _Object:
    if len(pairs) > KEYS:
        raise Refused("too-many-keys")
    return _Object(pairs)


def _check_depth(text: str) -> None:
    depth, inText, escaped = 0, False, False
    for character in text:
        if inText:
            inText, escaped = character != '"' or escaped, character == "\\" and not escaped
        elif character == '"':
            inText = True
        elif character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        if depth > DEPTH:
            raise Refused("too-deep")


def _check_texts(value: object) -> None:
    """Half of a surrogate pair is no text, and NUL is none that is kept."""
    if isinstance(value, str) and any(character == "\0" or "\ud800" <= character <= "\udfff" for character in value):
        raise Refused("text")
    if isinstance(value, list):
        for part in value:
            _check_texts(part[0] if isinstance(part, tuple) else part)
            if isinstance(part, tuple):
                _check_texts(part[1])


def _absent(value: object) -> bool:
    return value is None or not isinstance(value, Number) and value in ("", "-", "null")


def _event(record: dict) -> Event:
    if not _absent(topic := record.get("__topic__")) and topic != "cps_callback_event":
        raise Refused("wrong-topic")
    app, message, kind = (_id(record.get(name), isNeeded=True) for name in IDS)
    device = _id(record.get("device_id"), isNeeded=False)
    # Ids keep their blanks; a type with one is none.
    if kind != kind.strip(" "):
        raise Refused("bad-type")
    time = record.get("event_time")
    time = _time(record.get("__time__") if _absent(time) else time)
    for name in ATTRIBUTES:
        if not isinstance(record.get(name), (str, type(None))):
            raise Refused("bad-type")
    known = KINDS.get("".join(c.lower() if c.isascii() else c for c in kind))
    return app, message, device, known or "other", "" if known else kind, time


def _id(value: object, isNeeded: bool) -> str:
    if _absent(value):
        if isNeeded:
            raise Refused("missing-field")
        return ""
    if isinstance(value, Number):
        if not re.fullmatch(r"[0-9]{1,19}", value) or int(value) > 2 ** 63 - 1:
            raise Refused("bad-type")
        return str(value)
    if not isinstance(value, str) or len(value.encode()) > ID:
        raise Refused("bad-type")
    if any(character < " " or character == "\x7f" for character in value):
        raise Refused("control-char")
    return value


def _time(value: object) -> int:
    """Milliseconds since 1970; a clock without a zone is at +08:00."""
    if _absent(value) or not isinstance(value, str):
        raise Refused("time")
    if re.fullmatch(r"[0-9]+", value) and len(value) in (10, 13, 16, 19):
        at = int(value) * 1000 // {10: 1, 13: 10 ** 3, 16: 10 ** 6, 19: 10 ** 9}[len(value)]
    else:
        match = CLOCK.fullmatch(value)
        if not match:
            raise Refused("time")
        date, clock, decimals, zone = match.groups()
        moment = datetime.datetime.fromisoformat(f"{date} {clock}+00:00")
        at = int(moment.timestamp()) * 1000 + int(((decimals or ".")[1:] + "000")[:3]) - _offset(zone)
    if not FIRST <= at < LAST:
        raise Refused("time")
    return at


def _offset(zone: str | None) -> int:
    """Milliseconds east of UTC."""
    if zone is None:
        return 8 * 3_600_000
    if zone in "Zz":
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    hours, minutes = int(digits[:2]), int(digits[2:])
    if hours > 18 or minutes > 59:
        raise Refused("time")
    return (hours * 60 + minutes) * 60_000 * (-1 if zone[0] == "-" else 1)
