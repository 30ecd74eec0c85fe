"""Where the time of an import goes: samples of the processor's clock, each put down to a stage by its call stack.

`perf record` samples the real program, so nothing in it has to be instrumented. A sample belongs to the stage of the
innermost frame that names one: time in the kernel or in the Swift runtime goes to whoever called it.
"""
import collections
import os
import re
import subprocess
import sys
from typing import Iterator

from ledgers import remove
from logs import WORLDS
from results import Result
from scenario import Bench

# Samples a second of each thread's processor time.
FREQUENCY = 4999
# Demangled names, first match wins. What another file or type takes over has to be said here.
STAGES = [
    ("read", "bytes out of files, decompressed",
     r"LogReading\.\(?(InputFile|RawInput|ByteSource|Decompressor|ReadAhead|BlockRing|(Isal|Zlib|Zstd)Stream)"
     r"|libisal\.|libz\.|libzstd\."),
    ("intern", "texts to numbers",
     r"ByteDictionary|KnownAttributes"
     r"|Ledger\.\(?(SharedDictionaries|Dictionaries|AttributeGroupTable|TextTable|BatchTranslator)"),
    ("scan", "bytes to fields, fields to an event", r"LogReading\."),
    ("join", "events of one delivery together",
     r"ReceiptModel\.\(?(EventBatch|BatchSorter)"
     r"|Ledger\.\(?(SortedBatch|EventEncoder|EventDecoder|BatchCursor|GroupSource|MergeHeap|SpillFile)"),
    ("rollup", "sums by hour",
     r"Ledger\.\(?(Rollup|CountedKey|CellSpill|CountSet|VersionPairs)|ReceiptModel\.\(?(Counts|CohortCell|LatencyBucket)"
     r"|DeliveryState\.counts|DeliveryMerger\.\(?count"),
    ("write", "rows to pages, pages to the file",
     r"libsqlite3\.|SQLite\.\(?[A-Z]"
     r"|Ledger\.\(?(DeliverySegments|VersionSegments|DeliveryRow|DeliveryTable|OverflowTables|MessageTable)"),
    ("merge", "events into deliveries", r"Ledger\.|Importing\."),
]
REST = ("rest", "start, memory, threads", "")


def stages(bench: Bench) -> list[Result]:
    """Imports a week of one unit of each world into a new ledger and counts samples by stage."""
    return [result for world in ("", *WORLDS) for result in _stages(bench, world)]


def _stages(bench: Bench, world: str) -> list[Result]:
    log, ledger = bench.logs.week(bench.unit, world=world), bench.ledgers.path("stages.db")
    remove(ledger)
    data = bench.ledgers.path("perf.data")
    record = ["perf", "record", "--quiet", "--event", "cpu-clock", "--freq", str(FREQUENCY), "--call-graph", "fp",
              "--output", data, "--", *bench.ledgers.import_command(log, ledger)]
    if subprocess.call(record, stdout=subprocess.DEVNULL) != 0:
        print("perf cannot record here; the page keeps its command for that", file=sys.stderr)
        return []
    counts = collections.Counter(stage_of(frames) for frames in _samples(data))
    nanoseconds = {name: 1e9 / FREQUENCY * counts[name] / bench.unit for name, _, _ in [*STAGES, REST]}
    os.remove(data)
    return [
        bench.result(f"stages-{world}" if world else "stages", bench.unit, [], {"nanoseconds": nanoseconds})]


def stage_of(frames: list[str]) -> str:
    """The stage of a call stack, innermost frame first."""
    for frame in frames:
        for name, _, pattern in STAGES:
            if re.search(pattern, frame):
                return name
    return REST[0]


def _samples(data: str) -> Iterator[list[str]]:
    """The call stacks of all samples, as `name (library)` lines with Swift's names made readable."""
    script = subprocess.Popen(
        ["perf", "script", "--input", data, "--fields", "ip,sym,dso"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL)
    readable = subprocess.Popen(
        ["swift", "demangle", "--compact"], stdin=script.stdout, stdout=subprocess.PIPE, text=True, errors="replace")
    frames: list[str] = []
    for line in readable.stdout:
        if line.strip():
            frames.append(line.strip())
        elif frames:
            yield frames
            frames = []
    if frames:
        yield frames
    if readable.wait() or script.wait():
        sys.exit("perf script or swift demangle failed")
