"""Our side: commands of PushLedger, ledgers ready to be used, and DuckDB's stores of the same logs."""
import os
import shutil
import sys
from typing import Callable

from answers import DAILY, DAILY_COLUMNS, Answer, named, plain
from logs import Logs
from timing import Command, Contender, Figures, run

PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers")
DUCKDB = [sys.executable, f"{PEERS}/duckdb_store.py"]
# Above this many units a log is poured into the ledger instead of being a file, and DuckDB does not take part.
LARGEST_FILE = 10


class Ledgers:
    """The scratch folder of a run: ledgers and stores of grown logs, made once, and copies that are changed."""

    def __init__(self, logs: Logs, folder: str) -> None:
        self.logs, self.folder = logs, folder
        self.pushledger = logs.pushledger
        self._poured: dict[int, Figures] = {}

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def ledger(self, units: int) -> str:
        """The ledger of a grown log."""
        path = self.path(f"ledger-{units}.db")
        if not os.path.exists(path):
            if units > LARGEST_FILE:
                self._pour(units, path)
            else:
                _say(f"importing {units} x {self.logs.unit:,} events")
                run([self.import_command(self.logs.grown(units)[0], path)])
        return path

    def poured(self, units: int) -> Figures:
        """What an import of a grown log out of a pipe took, once for each size."""
        if units not in self._poured:
            path = self.path(f"ledger-{units}.db")
            self._pour(units, path if units > LARGEST_FILE else self.path("poured.db"))
        return self._poured[units]

    def _pour(self, units: int, path: str) -> None:
        _say(f"importing {units} x {self.logs.unit:,} events out of a pipe")
        self._poured[units] = self.logs.pour(units, self.import_command("-", path))

    def next_ledger(self, units: int) -> str:
        """The same after the next unit."""
        path = self.path(f"ledger-{units}-next.db")
        if not os.path.exists(path):
            shutil.copyfile(self.ledger(units), path)
            run([self.import_command(self.next_log(units), path)])
        return path

    def next_log(self, units: int) -> str:
        if units > LARGEST_FILE:
            self.ledger(units)
            return self.logs.following(units)
        return self.logs.grown(units)[1]

    def duckdb(self, units: int) -> str:
        """DuckDB's store of a grown log."""
        path = self.path(f"duckdb-{units}.db")
        if not os.path.exists(path):
            _say(f"building DuckDB's store of {units} x {self.logs.unit:,} events")
            run([[*DUCKDB, "build", path, self.logs.grown(units)[0]]])
        return path

    def next_duckdb(self, units: int) -> str:
        path = self.path(f"duckdb-{units}-next.db")
        if not os.path.exists(path):
            shutil.copyfile(self.duckdb(units), path)
            run([[*DUCKDB, "merge", path, self.next_log(units)]])
        return path

    def import_command(self, log: str, ledger: str) -> Command:
        # Without --rescan a log that is known would not be read at all.
        return [self.pushledger, "import", "--quiet", "--rescan", log, "--db", ledger]

    def export_command(self, ledger: str, *window: str) -> Command:
        return [self.pushledger, "export", "daily", *window, "--output", f"{ledger}.csv", "--db", ledger]

    def report_command(self, ledger: str, *window: str) -> Command:
        return [self.pushledger, "report", "daily", *window, "--output", f"{ledger}.md", "--db", ledger]

    def daily(self, ledger: str) -> Answer:
        """What `export daily` left."""
        return named(f"{ledger}.csv/daily.csv", DAILY_COLUMNS, DAILY)

    def importing(self, key: str, title: str, source: Callable[[], str], log: str) -> Contender:
        """An import into a copy of a ledger; its answer is an export, which is not timed."""
        target = self.path(f"target-{key}.db")

        def answer() -> Answer:
            run([self.export_command(target)])
            return self.daily(target)

        return Contender(
            key, title, [self.import_command(log, target)], prepare=self._copy_of(source, target), answer=answer)

    def merging(self, source: Callable[[], str], log: str) -> Contender:
        """The same into a copy of DuckDB's store."""
        target, output = self.path("target.duckdb"), self.path("target.csv")

        def answer() -> Answer:
            run([[*DUCKDB, "answer", target, output]])
            return plain(output, DAILY)

        return Contender(
            "duckdb", "DuckDB MERGE", [[*DUCKDB, "merge", target, log]], prepare=self._copy_of(source, target),
            answer=answer)

    def _copy_of(self, source: Callable[[], str], target: str) -> Callable[[], None]:
        def copy() -> None:
            remove(target)
            shutil.copyfile(source(), target)

        return copy


def duckdb_start() -> Contender:
    """What DuckDB's figures have in them that is not DuckDB's doing."""
    return Contender("start", "Python's start, with DuckDB loaded", [[*DUCKDB, "start"]])


def remove(path: str) -> None:
    """A store with all that may lie beside it."""
    for ending in ("", ".lock", "-journal", ".wal"):
        if os.path.exists(path + ending):
            os.remove(path + ending)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
