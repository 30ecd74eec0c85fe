"""What was pruned is gone (P21): its ids stand in no file of ours, and no log brings it back."""
import json
import pathlib
from typing import Iterator

import logs
from program import AS_OF
from proof import Broken, Place, Proof

DAY = 86_400_000
# Share of ids that SQLite may leave in unused room of pages until the ledger is written anew.
STRAY = 0.02


def ledgers(place: Place, count: int) -> Iterator[str]:
    """Prunes a few days of ledgers in which ids of every form stand, in turn by import of one log or of several."""
    pruned = 0
    number = 0
    while pruned < count:
        folder = place.fresh(f"ledger-{number}")
        chance = place.random("ledger", number)
        records, gone = _records(chance, min(400, count - pruned))
        chance.shuffle(records)
        half = len(records) // 2
        files = [logs.written(folder / f"{name}.jsonl", map(json.dumps, part))
                 for name, part in (("one", records[:half]), ("two", records[half:]))]
        # What is built and what is merged stands in other places of a file.
        importing = ["import", "--quiet", "--vendor-ids"]
        for words in ([*importing, str(files[0])], [*importing, *map(str, files)], [
                      "report", "--publish", "--as-of", AS_OF, "--output", "report.md"]):
            _run(place, folder, words)
        if missing := [name for name in gone if not _stands(folder / "push.db", name)]:
            raise Broken(f"ledger {number}: {len(missing)} ids do not stand in the ledger before it is pruned")
        where = f"ledger {number}"
        for extra, allowed in (([], STRAY), (["--vacuum"], 0)):
            _run(place, folder, ["prune", "--before", "2026-09-03", *extra])
            for path in folder.glob("push.db*"):
                left = sum(_stands(path, name) for name in gone)
                if left > allowed * len(gone):
                    raise Broken(f"{where}: {left} of {len(gone)} pruned ids stand in {path.name} after prune {' '.join(extra)}")
        if (said := place.program.is_whole(folder)) is not None:
            raise Broken(f"{where}: {said}")
        fingerprint = place.program.fingerprint(folder)
        chance.shuffle(records)
        new = logs.written(folder / "new.jsonl", map(json.dumps, records))
        for words in (files, [new], ["--rescan", *files]):
            _run(place, folder, [*importing, *map(str, words)])
            if place.program.fingerprint(folder) != fingerprint:
                raise Broken(f"{where}: {words} brought pruned events back")
            if back := [name for name in gone if _stands(folder / "push.db", name)]:
                raise Broken(f"{where}: {words} brought {len(back)} pruned ids back")
        for name in gone:
            pruned += 1
            yield f"{where}, an id of {len(name)} characters"
        number += 1


def _records(chance, count: int) -> tuple[list[dict], list[str]]:
    """Records of old and of young messages, and every id that stands in old ones alone."""
    gone = []
    records = []
    for number in range(max(1, count // 3)):
        message, device = f"old{chance.randrange(10 ** 14):014d}", f"{chance.getrandbits(128):032x}"
        if number % 2:
            device = f"Old-Device-{chance.randrange(10 ** 12):012d}"
        name = f"oldvendor{chance.randrange(10 ** 14):014d}"
        gone += [message, device, name]
        at = logs.START + chance.randrange(DAY)
        # A vendor's own words may quote what names somebody.
        words, quoted = f"sms_to_oldnumber{chance.randrange(10 ** 14):014d}", f"oldtoken{chance.randrange(10 ** 14):014d}"
        for kind in chance.sample(["sent", "ext_ack", "open", "arrive", "sent_fail", words], chance.randint(1, 4)):
            if kind in (words, "sent_fail"):
                gone.append(words if kind == words else quoted)
            records.append(logs.receipt(message_id=message, device_id=device, event_type=kind, event_time=str(at),
                                        vendor_message_id=name, reason=f"refused: {quoted}" if kind == "sent_fail" else ""))
            at += chance.randrange(60_000)
    for number in range(count):
        device = f"{chance.getrandbits(128):032x}"
        records.append(logs.receipt(message_id=f"young{number:012d}", device_id=device,
                                    event_time=str(logs.START + 3 * DAY + chance.randrange(DAY))))
    return records, gone


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
    Proof("pruning", ["P21"], "pruned ids stand in no file of ours after --vacuum, and no log brings one back", "ids",
          1200, 10_000, ledgers, mutant="secure-delete-off"),
]
