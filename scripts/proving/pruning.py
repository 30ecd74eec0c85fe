"""What was pruned is gone (P21): its ids and words stand in no file of ours, and no log brings it back."""
import json
import pathlib
import re
import sqlite3
from typing import Iterator

import logs
from program import AS_OF
from proof import Broken, Place, Proof

DAY = 86_400_000
# Share of ids that SQLite may leave in unused room of pages until the ledger is written anew.
STRAY = 0.02
MAPPINGS = pathlib.Path(__file__).parents[2] / "mappings"
# A record of a mapping's examples, and the ids that its events have by the mapping: short words such as `d1`.
RECORD = re.compile(r"record: '((?:[^'\\]|\\.)*)'")
ID = re.compile(r'\b(?:device|token|message|name): "([A-Za-z]+[0-9]+)"')
# What is dated goes with its messages; what is left may stand here: maps of tokens, and facts that have no time.
DATED = ("delivery", "repeat", "late_attribute", "teller", "linked_event", "tally", "step", "app_open")
UNDATED = (("token", "token"), ("token", "device"), ("message", "message_id"), ("alias", "name"), ("alias", "device"))
# Values of a log that the ledger keeps once, in dictionaries.
WORDS = ("app_version", "brand", "network_type", "os", "os_version", "isp", "job_key", "event_channel", "device_type")


def ledgers(place: Place, count: int) -> Iterator[str]:
    """Prunes a few days of ledgers in which ids of every form stand, in turn by import of one log or of several."""
    pruned = 0
    number = 0
    while pruned < count:
        folder = place.fresh(f"ledger-{number}")
        chance = place.random("ledger", number)
        records, gone, words = _records(chance, min(400, count - pruned))
        chance.shuffle(records)
        half = len(records) // 2
        files = [logs.written(folder / f"{name}.jsonl", map(json.dumps, part))
                 for name, part in (("one", records[:half]), ("two", records[half:]))]
        # What is built and what is merged stands in other places of a file.
        importing = ["import", "--quiet", "--vendor-ids"]
        for command in ([*importing, str(files[0])], [*importing, *map(str, files)], [
                        "report", "--publish", "--as-of", AS_OF, "--output", "report.md"]):
            _run(place, folder, command)
        if missing := [name for name in gone + words if not _stands(folder / "push.db", name)]:
            raise Broken(f"ledger {number}: {len(missing)} ids do not stand in the ledger before it is pruned")
        where = f"ledger {number}"
        # The names of campaigns and the like go with all that nothing uses any more.
        for extra, away, allowed in (([], gone, STRAY), (["--vacuum"], gone + words, 0)):
            _run(place, folder, ["prune", "--before", "2026-09-03", *extra])
            for path in folder.glob("push.db*"):
                left = sum(_stands(path, name) for name in away)
                if left > allowed * len(away):
                    raise Broken(f"{where}: {left} of {len(away)} pruned ids and words stand in {path.name} after prune {' '.join(extra)}")
        if (said := place.program.is_whole(folder)) is not None:
            raise Broken(f"{where}: {said}")
        fingerprint = place.program.fingerprint(folder)
        chance.shuffle(records)
        new = logs.written(folder / "new.jsonl", map(json.dumps, records))
        for again in (files, [new], ["--rescan", *files]):
            _run(place, folder, [*importing, *map(str, again)])
            if place.program.fingerprint(folder) != fingerprint:
                raise Broken(f"{where}: {again} brought pruned events back")
            if back := [name for name in gone + words if _stands(folder / "push.db", name)]:
                raise Broken(f"{where}: {again} brought {len(back)} pruned ids and words back")
        for name in gone:
            pruned += 1
            yield f"{where}, an id of {len(name)} characters"
        number += 1


def _records(chance, count: int) -> tuple[list[dict], list[str], list[str]]:
    """Records of old and of young messages, and every id and every other value that stands in old ones alone."""
    gone, values = [], []
    records = []
    for number in range(max(1, count // 3)):
        message, device = f"old{chance.randrange(10 ** 14):014d}", f"{chance.getrandbits(128):032x}"
        if number % 2:
            device = f"Old-Device-{chance.randrange(10 ** 12):012d}"
        name = f"oldvendor{chance.randrange(10 ** 14):014d}"
        gone += [message, device, name]
        at = logs.START + chance.randrange(DAY)
        # Its campaign, its build and its AppKey nobody else has.
        told = {field: f"old-{field}-{number}-{chance.randrange(10 ** 9):09d}" for field in chance.sample(WORDS, 3)}
        if chance.random() < 0.2:
            told["app_key"] = f"oldapp{chance.randrange(10 ** 14):014d}"
        values += told.values()
        # A vendor's own words may quote what names somebody.
        words, quoted = f"sms_to_oldnumber{chance.randrange(10 ** 14):014d}", f"oldtoken{chance.randrange(10 ** 14):014d}"
        for kind in chance.sample(["sent", "ext_ack", "open", "arrive", "sent_fail", words], chance.randint(1, 4)):
            if kind in (words, "sent_fail"):
                gone.append(words if kind == words else quoted)
            records.append(logs.receipt(message_id=message, device_id=device, event_type=kind, event_time=str(at),
                                        vendor_message_id=name, reason=f"refused: {quoted}" if kind == "sent_fail" else "",
                                        **told))
            at += chance.randrange(60_000)
    for number in range(count):
        device = f"{chance.getrandbits(128):032x}"
        records.append(logs.receipt(message_id=f"young{number:012d}", device_id=device,
                                    event_time=str(logs.START + 3 * DAY + chance.randrange(DAY))))
    return records, gone, values


def sources(place: Place, count: int) -> Iterator[str]:
    """Imports the examples of each mapping with ids of their own, prunes all, and looks for the ids."""
    for mapping in sorted(MAPPINGS.glob("*.json5"))[:count]:
        folder = place.fresh(mapping.stem)
        chance = place.random(mapping.stem)
        files, marks = _examples(mapping, folder, chance)
        options = ["--app", "333526247", "--max-rejects", "1", "--source", mapping.stem]
        # Some records tell nothing that is taken in, and of some mappings there are names without an event only.
        if place.program.run("import", "--quiet", *options, *files, folder=folder).code not in (0, 65):
            raise Broken(f"{mapping.stem}: its examples could not be imported")
        before = sum(_stands(folder / "push.db", mark) for mark in marks)
        if marks and not before:
            raise Broken(f"{mapping.stem}: none of {len(marks)} ids stands in the ledger before it is pruned")
        _run(place, folder, ["prune", "--before", "2099-01-01", "--vacuum"])
        dated, undated = _left(folder / "push.db")
        if dated:
            raise Broken(f"{mapping.stem}: rows of {', '.join(dated)} are left")
        for path in folder.glob("push.db*"):
            if left := [mark for mark in marks if mark not in undated and _stands(path, mark)]:
                raise Broken(f"{mapping.stem}: {len(left)} of {len(marks)} ids stand in {path.name}")
        if (said := place.program.is_whole(folder)) is not None:
            raise Broken(f"{mapping.stem}: {said}")
        yield f"{mapping.stem}, {before} ids"


def _examples(mapping: pathlib.Path, folder: pathlib.Path, chance) -> tuple[list[str], list[str]]:
    """The records of a mapping's examples as files of their own, with ids that stand nowhere else."""
    text = mapping.read_text()
    examples = text[text.index("examples:"):]
    marks = {name: f"{name}gone{chance.randrange(10 ** 15):015d}" for name in sorted(set(ID.findall(examples)))}
    files = []
    for number, record in enumerate(RECORD.findall(examples)):
        told = re.sub(r"\\(u[0-9a-fA-F]{4}|.)", lambda found: json.loads(f'"{found[0]}"') if found[0] != "\\'" else "'", record)
        for name, mark in marks.items():
            told = re.sub(rf"\b{name}\b", mark, told)
        files.append(f"{mapping.stem}-{number}.log")
        (folder / files[-1]).write_text(told + "\n")
    return files, list(marks.values())


def _left(path: pathlib.Path) -> tuple[list[str], set[str]]:
    """Tables of what is dated that have rows, and texts that may stay."""
    ledger = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    dated = [name for name in DATED if ledger.execute(f"SELECT count(*) FROM {name}").fetchone()[0]]
    undated = {str(row[0]) for table, column in UNDATED for row in ledger.execute(f"SELECT {column} FROM {table}")}
    ledger.close()
    return dated, undated


def _stands(path: pathlib.Path, name: str) -> bool:
    """Whether an id stands in a file, as text or, when it is 32 hexadecimal digits, as the bytes they mean."""
    content = path.read_bytes()
    if name.encode() in content:
        return True
    return len(name) == 32 and not name.startswith("Old") and bytes.fromhex(name) in content


def _run(place: Place, folder: pathlib.Path, words: list[str]) -> None:
    answer = place.program.run(*words, folder=folder)
    if answer.code != 0:
        raise Broken(f"{folder.name}: {words[0]} ended with {answer.code}: {answer.said}")


PROOFS = [
    Proof("pruning", ["P21"], "pruned ids and words stand in no file of ours after --vacuum, and no log brings one back",
          "ids", 1200, 10_000, ledgers, mutant="secure-delete-off"),
    Proof("pruned-sources", ["P21"], "of every source what is dated is pruned, and its ids stand in no file of ours",
          "sources", 43, 43, sources, mutant="app-opens-kept"),
]
