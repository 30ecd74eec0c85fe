"""Logs that are read by mappings, on one core."""
import os

from ledgers import remove
from results import Result
from scenario import Bench
from source_logs import SOURCES
from timing import run


def sources(bench: Bench) -> list[Result]:
    """Imports a log of each kind into a new ledger, in turn, beside a receipt log of Alibaba's."""
    logs = [("receipts", "Alibaba's receipts, flat JSON", bench.logs.week(bench.unit))]
    logs += [(name, title, bench.logs.other(name, bench.unit, lines)) for name, title, lines in SOURCES]
    spent: dict[str, list[float]] = {name: [] for name, _, _ in logs}
    ledger = bench.ledgers.path("sources.db")
    for _ in range(bench.rounds):
        for name, _, log in logs:
            remove(ledger)
            spent[name].append(run([[*bench.ledgers.import_command(log, ledger), "--jobs", "1"]]).cpu)
    remove(ledger)
    rows = [{"title": title, "bytes": os.path.getsize(log), "cpu": spent[name]} for name, title, log in logs]
    return [bench.result("sources", bench.unit, [], {"sources": rows})]
