"""The daily data set and report of stores of every size, all of it and one day."""
import os

from answers import DAILY, plain
from ledgers import DUCKDB, LARGEST_FILE, duckdb_start
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


def _sizes(bench: Bench) -> list[int]:
    return [1, 10, 100] if bench.large else [1, 10]
