"""A raw log in, the answer out: what a script does every night, with each program's own way of reading."""
import importlib.metadata
import os
import platform
import subprocess
import sys
from typing import Sequence

from answers import DAILY, Answer, plain
from ledgers import DUCKDB, PEERS, Ledgers, duckdb_start, remove
from logs import WORLDS
from results import Contest, Result
from scenario import Bench
from timing import Command, Contender, contest

TITLES = {"duckdb": "DuckDB", "polars": "Polars", "chdb": "ClickHouse (chdb)", "sqlite3": "sqlite3 shell",
          "python": "Python script"}
COMMANDS = {
    "sqlite3": [f"{PEERS}/sqlite3_raw.sh"],
    **{name: [sys.executable, f"{PEERS}/{name}_raw.py"] for name in ("duckdb", "polars", "chdb", "python")},
}
# Beyond these sizes a peer would only keep everybody waiting, or would not fit into memory.
LIMITS = {"duckdb": 20_000_000, "polars": 20_000_000, "chdb": 20_000_000, "sqlite3": 2_000_000, "python": 2_000_000}
# Decompresses and does nothing else: the least that a program that uses zlib on one thread can take.
ZLIB = """
import sys, zlib
inflate = zlib.decompressobj(31)
with open(sys.argv[1], "rb") as log:
    while block := log.read(1 << 18):
        inflate.decompress(block)
"""


def version(name: str) -> str:
    if name == "sqlite3":
        return subprocess.check_output(["sqlite3", "--version"], text=True).split()[0]
    return platform.python_version() if name == "python" else importlib.metadata.version(name)


def raw(bench: Bench) -> list[Result]:
    """JSON Lines of the sizes that were asked for."""
    return [_raw(bench, "raw", bench.logs.week(events), events) for events in bench.events]


def worlds(bench: Bench) -> list[Result]:
    """The same of logs that are unlike the ordinary one."""
    return [
        _raw(bench, f"raw-{world}", bench.logs.week(events, world=world), events)
        for events in bench.events for world in WORLDS]


def _raw(bench: Bench, scenario: str, log: str, events: int) -> Result:
    takes_part = "duckdb" in bench.peers and events <= LIMITS["duckdb"]
    others = [_keeping_duckdb(bench.ledgers, log), duckdb_start()] if takes_part else []
    return _measure(bench, scenario, log, events, list(TITLES), others)


def compressed_gzip(bench: Bench) -> list[Result]:
    log = bench.logs.compressed(bench.logs.week(bench.unit), "gz")
    zlib = Contender("zlib", "zlib alone, nothing kept", [[sys.executable, "-c", ZLIB, log]])
    return [_measure(bench, "gzip", log, bench.unit, list(TITLES), [zlib])]


def compressed_zstd(bench: Bench) -> list[Result]:
    log = bench.logs.compressed(bench.logs.week(bench.unit), "zst")
    # Python's own library reads zstd from 3.14 on.
    names = [name for name in TITLES if name != "python"]
    return [_measure(bench, "zstd", log, bench.unit, names)]


def comma_separated(bench: Bench) -> list[Result]:
    return [_measure(bench, "csv", bench.logs.week(bench.unit, "csv"), bench.unit, list(TITLES))]


def _measure(
    bench: Bench, scenario: str, log: str, events: int, able: list[str], others: Sequence[Contender] = ()
) -> Result:
    names = [name for name in bench.peers if name in able and events <= LIMITS[name]]
    contenders = [_ours(bench.ledgers, log), *(_peer(bench.ledgers, name, log) for name in names)]
    rows = contest([*contenders, *others], bench.rounds, DAILY)
    left_out = [TITLES[name] for name in TITLES if name in bench.peers and name not in able]
    facts = {"log_bytes": os.path.getsize(log), "cannot_read": left_out}
    if scenario.startswith("raw"):
        facts["store_bytes"] = os.path.getsize(bench.ledgers.path("raw.db"))
    return bench.result(scenario, events, [Contest("", rows)], facts)


def _ours(ledgers: Ledgers, log: str) -> Contender:
    """A new ledger and its daily.csv."""
    ledger = ledgers.path("raw.db")
    return Contender(
        "pushledger", "PushLedger", [ledgers.import_command(log, ledger), ledgers.export_command(ledger)],
        prepare=lambda: remove(ledger), answer=lambda: ledgers.daily(ledger))


def _peer(ledgers: Ledgers, name: str, log: str) -> Contender:
    output = ledgers.path(f"{name}.csv")
    return Contender(
        name, f"{TITLES[name]} {version(name)}", [[*COMMANDS[name], log, output]], prepare=lambda: _forget(output),
        answer=lambda: plain(output, DAILY))


def _keeping_duckdb(ledgers: Ledgers, log: str) -> Contender:
    """DuckDB with what the ledger has, too: a store that can be asked again."""
    store, output = ledgers.path("raw.duckdb"), ledgers.path("raw.duckdb.csv")

    def answer() -> Answer:
        return plain(output, DAILY)

    def forget() -> None:
        remove(store)
        _forget(output)

    commands: list[Command] = [[*DUCKDB, "build", store, log], [*DUCKDB, "answer", store, output]]
    return Contender("duckdb-store", "DuckDB, keeping a store", commands, prepare=forget, answer=answer)


def _forget(output: str) -> None:
    """An answer of the round before must not pass for this one."""
    if os.path.exists(output):
        os.remove(output)
