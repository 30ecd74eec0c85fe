"""Questions to a store: reports, exports, stored questions, and questions nobody prepared for."""
import os
import sqlite3

from answers import DAILY, Answer, named, plain
from ledgers import DUCKDB, LARGEST_FILE, duckdb_start
from queries import QUERIES, Query
from results import Contest, Result
from scenario import Bench
from timing import Contender, contest

# A day in the first week, which every grown log has.
WINDOW = ["--since", "2024-01-03", "--until", "2024-01-04"]


def report(bench: Bench) -> list[Result]:
    """The daily data set and the daily report of stores of every size."""
    return [_report(bench, units) for units in _sizes(bench)]


def _report(bench: Bench, units: int) -> Result:
    ledgers, ledger = bench.ledgers, bench.ledgers.ledger(units)
    contenders = [
        Contender("pushledger", "export daily", [ledgers.export_command(ledger)], answer=lambda: ledgers.daily(ledger)),
        Contender("report", "report daily", [ledgers.report_command(ledger)]),
    ]
    facts = {"store_bytes": os.path.getsize(ledger)}
    if "duckdb" in bench.peers and units <= LARGEST_FILE:
        store, output = ledgers.duckdb(units), ledgers.path("answer.csv")
        contenders.append(Contender(
            "duckdb", "DuckDB, its own store", [[*DUCKDB, "answer", store, output]],
            answer=lambda: plain(output, DAILY)))
        contenders.append(duckdb_start())
        facts["duckdb_bytes"] = os.path.getsize(store)
    rows = contest(contenders, bench.rounds, DAILY)
    return bench.result("report", units * bench.unit, [Contest("", rows)], facts)


def window(bench: Bench) -> list[Result]:
    """One day out of stores of every size."""
    ledgers = bench.ledgers
    contests = []
    for title, command in (("export daily", ledgers.export_command), ("report daily", ledgers.report_command)):
        contenders = [
            Contender(f"{units}", f"{title}, of {units * bench.unit:,} events",
                      [command(ledgers.ledger(units), *WINDOW)]) for units in _sizes(bench)]
        contests.append(Contest(title, contest(contenders, bench.rounds, DAILY)))
    return [bench.result("window", bench.unit, contests, {})]


def queries(bench: Bench) -> list[Result]:
    """Each question to the ledger and to DuckDB's store, with equal rows."""
    if "duckdb" not in bench.peers:
        return []
    units = 10
    place = _any_delivery(bench.ledgers.ledger(units))
    contests = [
        Contest(query.title, contest(_query(bench, query, units, place), bench.rounds, query.shape))
        for query in QUERIES]
    contests.append(Contest("nothing", contest([duckdb_start()], bench.rounds, DAILY)))
    return [bench.result("queries", units * bench.unit, contests, {})]


def _query(bench: Bench, query: Query, units: int, place: dict[str, str]) -> list[Contender]:
    ledger, store = bench.ledgers.ledger(units), bench.ledgers.duckdb(units)
    ours, theirs = bench.ledgers.path("query.csv"), bench.ledgers.path("query.duckdb.csv")
    command = [bench.ledgers.pushledger, "query", *(word.format_map(place) for word in query.ours), "--format", "csv",
               "--timeout", "10m", "--output", ours, "--db", ledger]
    return [
        Contender("pushledger", "PushLedger", [command], answer=lambda: _ours(ours, query)),
        Contender("duckdb", "DuckDB", [[*DUCKDB, "query", store, theirs, query.theirs.format_map(place)]],
                  answer=lambda: plain(theirs, query.shape)),
    ]


def _ours(path: str, query: Query) -> Answer:
    return named(path, query.columns, query.shape)


def _any_delivery(ledger: str) -> dict[str, str]:
    """A message in the middle of the ledger, and a device that got it."""
    with sqlite3.connect(f"file:{ledger}?mode=ro", uri=True) as connection:
        messages = [row[0] for row in connection.execute("SELECT message_id FROM messages ORDER BY sent DESC LIMIT 9")]
        device = connection.execute(
            "SELECT min(device_id) FROM deliveries WHERE message_id = ?", [messages[-1]]).fetchone()[0]
    return {"message": messages[-1], "device": device}


def _sizes(bench: Bench) -> list[int]:
    return [1, 10, 100] if bench.large else [1, 10]
