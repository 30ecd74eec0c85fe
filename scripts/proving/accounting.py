"""Every line is accounted for (P5): counts of an import against those of a second reader, over broken logs."""
import csv
import io
import json
import pathlib
import random
from typing import Callable, Iterator

import logs
from judging import Event, judged
from proof import Broken, Place, Proof

Expected = dict[str, int]


def files(place: Place, count: int) -> Iterator[str]:
    """Imports broken files: of any bytes changed in JSON Lines, of known faults in other shapes, of other sources."""
    makers = [_lines, _lines, _values, _rows, _source]
    for number in range(count):
        maker = makers[number % len(makers)]
        chance = place.random("file", number)
        folder = place.fresh(f"file-{number}")
        where = f"file {number}, {maker.__name__.strip('_')}"
        content, expected, events = maker(chance)
        packing = chance.choice(logs.PACKINGS)
        path = folder / "broken.log"
        path.write_bytes(logs.packed(content, packing))
        _check(place, folder, where, path, expected, events)
        yield where


def _check(place: Place, folder: pathlib.Path, where: str, path: pathlib.Path, expected: Expected,
           events: set[Event] | None) -> None:
    """Imports a file twice and compares both accounts with what was expected; what is not expected is not compared."""
    words = ["import", "--json", "--final", "--app", "333526247", str(path)]
    first = _account(place, folder, where, words, expected)
    good = first["merged"] + first["duplicate"]
    if good != expected.get("good", good):
        raise Broken(f"{where}: {good} lines were taken, of {expected['good']} good ones")
    rows = _asked(place, folder, "SELECT bytes, lines, merged, duplicate, rejected, ignored, events FROM files")
    if len(rows) != 1 or rows[0] != {"bytes": path.stat().st_size, **{name: first[name] for name in list(rows[0])[1:]}}:
        raise Broken(f"{where}: the ledger's own account is {rows}, that of the import {first}")
    listed = _asked(place, folder, "SELECT count(*) AS n, count(DISTINCT line) AS lines FROM rejects")[0]
    if listed != {"n": first["rejected"], "lines": first["rejected"]}:
        raise Broken(f"{where}: {first['rejected']} lines were refused and {listed['n']} are listed")
    if events is not None:
        kept = _asked(place, folder, "SELECT app_key, message_id, device_id, kind, coalesce(raw_type, '') AS raw, at_ms "
                                     "FROM events")
        if {tuple(row.values()) for row in kept} != events or len(kept) != len(events):
            raise Broken(f"{where}: the log holds {len(events)} events and the ledger {len(kept)}")
    again = _account(place, folder, where, [*words, "--rescan"], expected)
    if (again["merged"], again["duplicate"]) != (0, good):
        raise Broken(f"{where}: read again, {again['merged']} lines changed the ledger")


def _account(place: Place, folder: pathlib.Path, where: str, words: list[str], expected: Expected) -> dict:
    answer = place.program.run(*words, folder=folder)
    if answer.code not in (0, 65):
        raise Broken(f"{where}: the import ended with {answer.code}: {answer.said}")
    account = answer.json
    if account["lines"] != sum(account[name] for name in ("merged", "duplicate", "rejected", "ignored")):
        raise Broken(f"{where}: lines do not add up: {account}")
    for name in ("lines", "rejected", "ignored"):
        if account[name] != expected.get(name, account[name]):
            raise Broken(f"{where}: {account[name]} {name}, counted otherwise {expected[name]}")
    # The share is of all lines; the file names itself as over the limit exactly then.
    if (answer.code == 65) != (account["rejected"] * 100 > account["lines"]):
        raise Broken(f"{where}: ended with {answer.code}, {account['rejected']} of {account['lines']} lines were refused")
    return account


def _asked(place: Place, folder: pathlib.Path, sql: str) -> list[dict]:
    answer = place.program.run("query", "--sql", sql, "--format", "json", "--max-rows", "100000", folder=folder)
    if answer.code != 0:
        raise Broken(f"{folder.name}: a query ended with {answer.code}: {answer.said}")
    return json.loads(answer.output)


def _lines(chance: random.Random) -> tuple[bytes, Expected, set[Event]]:
    """JSON Lines, some of them with bytes changed, taken out or put in."""
    sound = [json.dumps(record, ensure_ascii=chance.random() < 0.5).encode() for record in logs.crowded(chance, 80)]
    share = chance.choice([0.02, 0.3, 0.9])
    broken: list[bytes] = []
    for text in sound:
        # A broken line may end by chance what one before it that was cut has begun: then both are one record.
        isBroken = bool(broken) and broken[-1] not in sound
        broken.append(_mutated(text, chance) if chance.random() < share and not isBroken else text)
    for _ in range(chance.randrange(4)):
        broken.insert(chance.randrange(len(broken)), chance.choice([b"", b"  \t", b"\xef\xbb\xbf", b"nonsense", b"[1]"]))
    # The first lines say what the file is, also where they are none of it: the end of a line that rotation cut, or blank.
    first = chance.sample([*FIRST_LINES, sound[0][chance.randrange(1, len(sound[0]) - 1):]], chance.choice([0, 0, 1, 2]))
    content = b"\n".join([*first, sound[0], *broken]) + (b"\n" if chance.random() < 0.8 else b"")
    verdicts = [judged(text) for text in content.removesuffix(b"\n").split(b"\n")]
    return content, _counted(verdicts), {verdict for verdict in verdicts if isinstance(verdict, tuple)}


# Lines with which a log may begin and that tell nothing.
FIRST_LINES = [b"", b"  \t", b"\xef\xbb\xbf", b"{}", b'{"a":1}', b'{"a":"', b'{"message":"a \\n line"}']


def _counted(verdicts: list[Event | str]) -> Expected:
    rejected, blank = verdicts.count("refused"), verdicts.count("blank")
    return {"lines": len(verdicts), "rejected": rejected, "ignored": blank, "good": len(verdicts) - rejected - blank}


def _mutated(text: bytes, chance: random.Random) -> bytes:
    bytes_ = bytearray(text)
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        at = chance.randrange(len(bytes_) or 1)
        match chance.randrange(6):
            case 0 if bytes_:
                bytes_[at] ^= 1 << chance.randrange(8)
            case 1:
                bytes_.insert(at, chance.choice(b'\x00\x1b\x7f\v\r"\\{}[],:-+eE0 \xff\xc3\xed'))
            case 2:
                del bytes_[at:at + chance.choice([1, 1, 3, 20])]
            case 3:
                del bytes_[at:]
            case 4:
                end = at + chance.randrange(30)
                bytes_[at:at] = bytes_[at:end]
            case _:
                word = chance.choice([b"null", b"true", b"1e5", b"-1", b'"-"', b"[]", b'{"a":"b"}', b'"\\ud800"', b"''"])
                start = bytes_.find(b": ", at)
                if start >= 0:
                    bytes_[start + 2:bytes_.find(b",", start)] = word
    # A line end in an object makes no two lines of it: objects over several lines are read, and count once.
    return bytes(bytes_).replace(b"\n", b"\v")


# Changes of a record that make it refused, wherever it stands.
FAULTS = [{"app_key": None}, {"message_id": ""}, {"message_id": "-"}, {"event_type": None}, {"event_time": "0"},
          {"event_time": "2026-02-30 00:00:00"}, {"event_time": None, "__time__": None},
          {"device_id": "x" * 257}, {"message_id": "1\t2"}, {"__topic__": "other"}, {"event_time": "17882208001"}]
FAULTY_VALUES: list[object] = [5, "text", None, True, [], [1, [2]], {}, logs.receipt(brand={"a": 1}),
                               logs.receipt(app_key=True), logs.receipt(message_id=1.5),
                               logs.receipt(**{f"k{n}": n for n in range(250)})]


def _values(chance: random.Random) -> tuple[bytes, Expected, None]:
    """Records in arrays, bare or under `data`, some of them with faults."""
    values: list[object] = [logs.receipt()]
    rejected = 0
    for record in logs.crowded(chance, 60):
        values.append(record)
        if chance.random() < 0.1:
            values.append(chance.choice([*FAULTY_VALUES, *({key: value for key, value in (record | fault).items()
                                                            if value is not None} for fault in FAULTS)]))
            rejected += 1
    shape = chance.choice(["array", "arrays", "envelope"])
    return logs.shaped(values, shape, chance), {"lines": len(values), "rejected": rejected, "ignored": 0,
                                                "good": len(values) - rejected}, None


# Cells with line ends, behind which something begins as a record of JSON does.
BROKEN_CELLS = ['a\n{"app_key":"1","message_id":"2"}', "{\n", '[\n{"a":1}\n]', '"\n{"', "a\n\n{}\n"]


def _rows(chance: random.Random) -> tuple[bytes, Expected, None]:
    """CSV with faults of values and of quotation marks, blank lines, and its header again."""
    columns = list(logs.receipt())
    chance.shuffle(columns)
    mark = chance.choice([",", "\t", "|", ";"])
    end = chance.choice(["\n", "\r\n"])

    def row(record: dict) -> str:
        text = io.StringIO()
        csv.DictWriter(text, columns, delimiter=mark, lineterminator="\n").writerow(record)
        return text.getvalue().removesuffix("\n")

    def cell(name: str, value: str) -> Callable[[dict], str]:
        return lambda record: row(record | {name: "@"}).replace("@", value)

    header = mark.join(columns)
    damage = [cell("brand", '"open'), cell("brand", 'a"b'),
              *(lambda record, fault=fault: row(record | fault) for fault in FAULTS),
              lambda record: row(record) + mark, lambda record: f"1{mark}2", cell("brand", '"a"b'), cell("event_time", "1.79E+12"), cell("message_id", "1.09E+16"),
              lambda record: row(record) + "\0"]
    # Behind a mark that is one too many, where a cell with a line break ends is anybody's guess.
    cells = BROKEN_CELLS if chance.random() < 0.5 else []
    damage = damage[2:] if cells else damage
    first = chance.choice(["", "a", *cells])
    lines, counts = [header, row(logs.receipt(reason=first))], {"lines": 2, "rejected": 0, "ignored": 1, "good": 1}
    for record in logs.crowded(chance, 60):
        # What lies between two marks may hold line ends and other marks.
        texts = [(row(record | {"reason": chance.choice(["a", f"a{mark}b", "a\nb", 'a "b" c', *cells])}), "good")]
        draw = chance.random()
        if draw < 0.1:
            texts.append((chance.choice(damage)(record), "rejected"))
        elif draw < 0.2:
            texts.append((chance.choice(["", "  ", header]), "ignored"))
        for text, verdict in texts:
            lines.append(text)
            counts["lines"] += 1
            counts[verdict] += 1
    return (end.join(lines) + end).encode(), counts, None


def _source(chance: random.Random) -> tuple[bytes, Expected, None]:
    """A log of another source with bytes changed behind its first record; only its lines are counted otherwise."""
    path = chance.choice([path for path in sorted(logs.SOURCES.iterdir()) if path.suffix == ".jsonl"])
    sound = path.read_bytes().splitlines()
    broken = [_mutated(text, chance) for text in sound * 10]
    content = b"\n".join([*sound, *broken]) + b"\n"
    return content, {"lines": content.count(b"\n")}, None


PROOFS = [
    Proof("accounting", ["P5"], "every line of broken logs is counted as a second reader counts it", "files", 100, 1000,
          files, mutant="line-not-counted"),
]
