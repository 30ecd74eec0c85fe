"""Under a key no device id and no token is stored or shown (P20), and what is stored is what a log with pseudonyms gives."""
import hashlib
import hmac
import pathlib
import re
from typing import Callable, Iterator

import logs
from program import AS_OF
from proof import Broken, Place, Proof, spread
from secrets_kept import COMMANDS, look, said

# Whatever a sample log calls a device: 32 digits, a vendor's token, a user of its analytics.
NAMES = re.compile(r"\b[0-9a-f]{32}\b|\bhw-token-\d+\b|\buser-\d+\b")
# A first content is built when it is more than a run, and merged run by run when somebody says so.
WAYS = [["-j", "1"], ["-j", "2"], ["--no-build"]]
# A vendor's words, and how they may spell the device.
QUOTING = "410: {} is gone"
SPELLINGS = (str, str.upper, str.lower, lambda device: "".join(f"%{byte:02x}" for byte in device.encode()),
             lambda device: f"{device[:8]}-{device[8:12]}-{device[12:]}")


def ids(place: Place, count: int) -> Iterator[str]:
    """Imports logs whose ids are marked, runs every command, and looks for the marks and for the key."""
    cases = [(_sources, way) for way in range(len(WAYS))]
    cases += [(_log, (shape, way)) for way in range(len(WAYS)) for shape in logs.SHAPES]
    for make, what in spread(cases, count):
        name = f"{make.__name__.strip('_')}-{what}"
        folder = place.fresh(re.sub(r"\W+", "-", name))
        chance = place.random(name)
        # With four digits of a number behind it, 16 bytes: so their 32 hexadecimal digits are stored as these very bytes.
        mark = f"CANARY{chance.randrange(10 ** 6):06d}"
        key = chance.randbytes(32)
        _key(folder / "push.key", key)
        (folder / "pushledger.json5").write_text('{ pseudonymKeyFile: "push.key" }')
        given = {folder / "push.key", *make(place, folder, mark, what, key)}
        device = _device(mark, 1)
        for words in [*COMMANDS, ["explain", "--message", "m1", "--device", device],
                      ["explain", "--message", "m1", "--device", mark, "--format", "json"]]:
            answer = place.program.run(*words, folder=folder)
            look(f"what {' '.join(words[:3])} said", said(answer), mark, name)
            look(f"what {' '.join(words[:3])} said", said(answer), key.hex(), name)
        for path in folder.rglob("*"):
            if path.is_file() and path not in given:
                look(path.name, path.read_bytes(), mark, name)
                look(path.name, path.read_bytes(), key.hex(), name)
                if key in path.read_bytes():
                    raise Broken(f"{name}: the key stands in {path.name}")
        yield name


def refusals(place: Place, count: int) -> Iterator[str]:
    """Another key, none, or one for a ledger of ids: exit code 78, and not a byte is changed."""
    cases = [("another key", "a", "b"), ("no key", "a", None), ("a key too late", None, "a")]
    for number, (name, first, second) in zip(range(count), cases * count):
        folder = place.fresh(f"refusal-{number}")
        chance = place.random("refusal", number)
        for key in "ab":
            _key(folder / f"{key}.key", chance.randbytes(32))
        for log in "12":
            (folder / f"{log}.jsonl").write_bytes(logs.shaped(logs.crowded(chance, 100), "lines", chance))
        if (answer := place.program.run("import", *_named(first), "1.jsonl", folder=folder)).code != 0:
            raise Broken(f"{name}: the first import ended with {answer.code}: {answer.said}")
        before = hashlib.sha256((folder / "push.db").read_bytes()).digest()
        answer = place.program.run("import", *_named(second), "2.jsonl", folder=folder)
        if answer.code != 78:
            raise Broken(f"{name}: ended with {answer.code}: {answer.said}")
        if hashlib.sha256((folder / "push.db").read_bytes()).digest() != before:
            raise Broken(f"{name}: the ledger was changed")
        yield name


def _named(key: str | None) -> list[str]:
    return ["--pseudonymise", f"{key}.key"] if key else []


def _key(path: pathlib.Path, key: bytes) -> None:
    path.touch(mode=0o600)
    path.write_text(key.hex() + "\n")


def _device(mark: str, number: int) -> str:
    """A marked id: of three, one is packed, one is its upper case, one is a text."""
    text = f"{mark}{number:04d}"
    return [text.encode().hex(), text.encode().hex().upper(), f"token:{text}"][number % 3]


def _log(place: Place, folder: pathlib.Path, mark: str, what: tuple[str, int], key: bytes) -> set[pathlib.Path]:
    """A crowd of events of marked devices, whose reasons quote them; some lines are refused."""
    shape, way = what
    chance = place.random("log", what)
    records = logs.crowded(chance, 300)
    for number, record in enumerate(records):
        device = _device(mark, chance.randrange(9)) if record["device_id"] else ""
        record |= {"message_id": f"m{number % 5}", "device_id": device}
        if record["event_type"] in ("sent_fail", "arrive_fail") and device:
            record["reason"] = QUOTING.format(chance.choice(SPELLINGS)(device))
    (folder / "marked.log").write_bytes(logs.shaped(records, shape, chance))
    bad = [logs.line(device_id=_device(mark, 1), event_time="0"), logs.line(message_id="", device_id=_device(mark, 2))]
    logs.written(folder / "refused.log", [logs.line(), *bad])

    def turned(device: str) -> str:
        return _pseudonym(device, key) if device else ""

    replaced = [record | {"device_id": turned(record["device_id"]), "reason": QUOTING.format(turned(
        record["device_id"])) if record["reason"].startswith(QUOTING[:5]) else record["reason"]} for record in records]
    given = {folder / "marked.log", folder / "refused.log"}
    _compare(place, folder, given, way, lambda other: (other / "marked.log").write_bytes(
        logs.shaped(replaced, "lines", chance)) and logs.written(other / "refused.log", [
            logs.line(device_id=_pseudonym(logs.receipt()["device_id"], key)), *bad]), mark)
    return given


def _sources(place: Place, folder: pathlib.Path, mark: str, way: int, key: bytes) -> set[pathlib.Path]:
    """The sample logs of other sources with marked ids, which meet by devices and by tokens."""
    numbers: dict[str, int] = {}
    texts = {path.name: path.read_text() for path in sorted(logs.SOURCES.iterdir())}

    def marked(found: re.Match) -> str:
        return _device(mark, numbers.setdefault(found[0], len(numbers)))

    texts = {name: NAMES.sub(marked, text) for name, text in texts.items()}
    for name, text in texts.items():
        (folder / name).write_text(text)

    def replaced(other: pathlib.Path) -> None:
        for name, text in texts.items():
            for number in sorted(numbers.values(), reverse=True):
                text = text.replace(_device(mark, number), _pseudonym(_device(mark, number), key))
            (other / name).write_text(text)

    _compare(place, folder, {folder / name for name in texts}, way, replaced, mark)
    answer = place.program.run("query", "bridges", "--format", "json", folder=folder)
    if answer.code != 0 or b"joined" not in answer.output:
        raise Broken(f"sources: nothing was joined: {answer.said}")
    return {folder / name for name in texts}


def _pseudonym(device: str, key: bytes) -> str:
    return hmac.new(key, device.encode(), "sha256").hexdigest()[:32]


def _compare(place: Place, folder: pathlib.Path, given: set[pathlib.Path], way: int,
             replace: Callable[[pathlib.Path], object], mark: str) -> None:
    """Imports under the key, and the same logs with their ids replaced without one: both ledgers hold the same."""
    other = place.fresh(f"{folder.name}-replaced")
    replace(other)
    for where in (folder, other):
        answer = place.program.run("import", "--verbose", "--app", "333526247", "--max-rejects", "1", *WAYS[way],
                                   *sorted(path.name for path in given), folder=where)
        look("what import said", said(answer), mark, folder.name)
        if answer.code != 0:
            raise Broken(f"{where.name}: the import ended with {answer.code}: {answer.said}")
    if place.program.fingerprint(folder) != place.program.fingerprint(other):
        raise Broken(f"{folder.name}: another fingerprint than that of the log with pseudonyms")
    if (wrong := place.program.is_whole(folder)) is not None:
        raise Broken(f"{folder.name}: {wrong}")


PROOFS = [
    Proof("pseudonyms", ["P20"], "under a key no device id and no token is stored or shown", "marked logs", 4, 27, ids,
          mutant="token-kept"),
    Proof("key-refusals", ["P20"], "ids of another key, or of none, are refused and change nothing", "imports", 3, 9,
          refusals, mutant="mark-not-compared"),
]
