"""Any order, split, repetition and shape of the same lines (P3), and what is shown of the ledgers they make (P4)."""
import hashlib
import pathlib
import random
import shutil
import sqlite3
from typing import Iterator, Sequence

import logs
from accounting import BROKEN_CELLS
from program import AS_OF, worlds
from proof import Broken, Place, Proof

# Every so many ledgers, all that can be exported of them is compared, too.
SHOWN = 10
# Snapshots tell when files were read.
STILL = ["faketime", "-m", "--exclude-monotonic", "-f", "2026-09-10 00:00:00"]


def ways(place: Place, count: int) -> Iterator[str]:
    """Imports the same records each time in another way, and compares with an import of one file in order.

    Records are of three kinds in turn: a simulated log with defects, a crowd of events that meet one another, and that
    crowd beside the logs of eight other sources.
    """
    place.program.simulate(place.folder / "simulated.jsonl", 500, *worlds(place.random("worlds")), seed=place.seed)
    simulated = logs.read(place.folder / "simulated.jsonl")
    chance = place.random("crowd")
    crowd = [record | {chance.choice(["brand", "isp", "reason"]): chance.choice(BROKEN_CELLS)}
             if chance.random() < 0.1 else record for record in logs.crowded(chance, 300)]
    pools = {"a simulated log": (simulated, False), "a crowd of events": (crowd, False),
             "several sources": (crowd[:100], True)}
    wanted = {}
    for name, (records, hasSources) in pools.items():
        folder = place.fresh(name.replace(" ", "-"))
        files = [logs.written(folder / "in-order.jsonl", map(_line, records))]
        files += sorted(logs.SOURCES.iterdir()) if hasSources else []
        _import(place, folder, files, [])
        wanted[name] = (place.program.fingerprint(folder), _shown(place, folder))
    for number in range(count):
        name = list(pools)[number % len(pools)]
        records, hasSources = pools[name]
        chance = place.random("way", number)
        folder = place.fresh(f"way-{number}")
        files = _scattered(records, folder, chance) + (_scattered_sources(folder, chance) if hasSources else [])
        where = f"way {number}, {name} in {len(files)} files"
        for group in _split(files, chance.randint(1, 3), chance):
            _import(place, folder, group, chance.choice(
                [[], ["-j", "1"], ["-j", "4"], ["--no-build"], ["--rescan", "--no-build", "-j", "3"]]))
        if place.program.fingerprint(folder) != wanted[name][0]:
            raise Broken(f"{where}: another fingerprint")
        if number % SHOWN < len(pools):
            shown = _shown(place, folder)
            if different := [what for what in wanted[name][1] if shown.get(what) != wanted[name][1][what]]:
                raise Broken(f"{where}: other bytes of {', '.join(different)}")
            if (said := place.program.is_whole(folder)) is not None:
                raise Broken(f"{where}: {said}")
        yield where


def _line(record: dict) -> str:
    return logs.shaped([record], "lines", random.Random(0)).decode().rstrip("\n")


def _import(place: Place, folder: pathlib.Path, files: list[pathlib.Path], options: list[str],
            under: Sequence[str] = ()) -> None:
    answer = place.program.run("import", "--quiet", "--app", "333526247", *options, *map(str, files), folder=folder,
                               under=under)
    if answer.code != 0:
        raise Broken(f"{folder.name}: an import ended with {answer.code}: {answer.said}")


def _scattered(records: list[dict], folder: pathlib.Path, chance: random.Random) -> list[pathlib.Path]:
    """All records and some of them again, in any order, in up to 20 files of any shape."""
    every = records + chance.sample(records, len(records) * 15 // 100)
    chance.shuffle(every)
    files = []
    for part in _split(every, chance.randint(1, 20), chance):
        path = folder / f"{len(files)}.log"
        shape = logs.shaped(part, chance.choice(logs.SHAPES), chance)
        # Blank lines and the mark of UTF-8 before the first line are none of a log.
        shape = chance.choice([b"", b"", b"\xef\xbb\xbf", b"\n", b"  \r\n\n"]) + shape
        path.write_bytes(logs.packed(shape, chance.choice(logs.PACKINGS)))
        files.append(path)
    return files


def _scattered_sources(folder: pathlib.Path, chance: random.Random) -> list[pathlib.Path]:
    """The logs of other sources, their lines shuffled and divided; a header stays first, and a whole document whole."""
    files = []
    for path in sorted(logs.SOURCES.iterdir()):
        lines = path.read_text().splitlines()
        # Lines of an access log that are no receipts are ignored beside one that is, and alone are no log.
        lines = [text for text in lines if path.suffix != ".log" or "POST" in text]
        header = [lines.pop(0)] if path.suffix == ".csv" else []
        parts = [lines]
        if path.suffix != ".json":
            chance.shuffle(lines)
            parts = _split(lines + chance.sample(lines, len(lines) // 2), chance.randint(1, 3), chance)
        for number, part in enumerate(parts):
            files.append(logs.written(folder / f"{path.stem}-{number}{path.suffix}", header + part))
    chance.shuffle(files)
    return files


def _split(things: list, parts: int, chance: random.Random) -> list[list]:
    """The things in so many parts or fewer, none of them empty."""
    cuts = sorted(chance.sample(range(1, len(things)), min(parts, len(things)) - 1)) if len(things) > 1 else []
    return [things[start:end] for start, end in zip([0, *cuts], [*cuts, len(things)])]


def _shown(place: Place, folder: pathlib.Path) -> dict[str, bytes]:
    """Digests of all that is exported, without the list of files, which tells names and the clock."""
    shown = place.program.reports(folder)
    path = folder / "snapshot.db"
    _export(place, folder, path)
    with sqlite3.connect(path) as snapshot:
        snapshot.execute("DELETE FROM files")
    snapshot.execute("VACUUM")
    snapshot.close()
    shown["snapshot"] = path.read_bytes()
    return {name: hashlib.sha256(content).digest() for name, content in shown.items()}


def snapshots(place: Place, count: int) -> Iterator[str]:
    """Imports the same files in any order and any groups under a clock that stands still: the snapshot has the same bytes.

    No line stands in two files, since whose is new and whose known would depend on the order.
    """
    logs_folder = place.fresh("logs")
    chance = place.random("files")
    files = []
    for number in range(8):
        records = [record | {"message_id": f"{number}-{record['message_id']}"} for record in logs.crowded(chance, 80)]
        files.append(logs.written(logs_folder / f"{number}.log", map(_line, records)))
    wanted = None
    for number in range(count):
        chance = place.random("snapshot", number)
        folder = place.fresh(f"snapshot-{number}")
        order = chance.sample(files, len(files))
        for group in _split(order, chance.randint(1, len(files)), chance):
            _import(place, folder, group, chance.choice([[], ["-j", "1"], ["-j", "4"], ["--no-build"]]), STILL)
        path = folder / "snapshot.db"
        _export(place, folder, path)
        wanted = wanted or path.read_bytes()
        if path.read_bytes() != wanted:
            raise Broken(f"snapshot {number}: other bytes")
        shutil.rmtree(folder)
        yield f"snapshot {number}"


def _export(place: Place, folder: pathlib.Path, path: pathlib.Path) -> None:
    answer = place.program.run("export", "--sqlite", str(path), "--as-of", AS_OF, folder=folder)
    if answer.code != 0:
        raise Broken(f"{folder.name}: an export ended with {answer.code}: {answer.said}")


PROOFS = [
    Proof("orders", ["P3"], "one ledger of any order, split, repetition and shape", "imports", 50, 1000, ways,
          "last-writer-wins"),
    Proof("snapshots", ["P4"], "one snapshot, byte for byte, of equal ledgers that were made in different ways", "snapshots",
          20, 200, snapshots, "snapshot-shuffled"),
]
