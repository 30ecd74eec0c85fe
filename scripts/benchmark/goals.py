"""What the project wants to reach, and whether it has. Said openly, reached or not."""
import dataclasses
import statistics
from typing import Callable

from logs import WORLDS
from questions import TYPED
from results import Result, Row, median, ratio
from timing import Figures as Run

MILLION = 1_000_000


@dataclasses.dataclass(frozen=True)
class Goal:
    """- at_least: whether larger is better.
    - measured: `None` where it was not measured.
    """

    title: str
    must: float
    aim: float
    at_least: bool
    unit: str
    measured: float | None

    def reaches(self, limit: float) -> bool:
        return self.measured >= limit if self.at_least else self.measured <= limit

    def verdict(self) -> str:
        if self.measured is None:
            return "not measured"
        if self.reaches(self.aim):
            return "aim reached"
        return "must reached" if self.reaches(self.must) else "**not reached**"


class Figures:
    """Looks figures up in the results of several runs, `None` for what is not there.

    Where logs of several worlds were measured, the worst counts.
    """

    def __init__(self, results: list[Result]) -> None:
        self.results = {(result.scenario, result.events): result for result in results}

    def times(self, scenario: str, events: int, peer: str, base: str = "pushledger") -> float | None:
        """How many times as long as `base` the peer took, with the log on which that is least."""
        pairs = self._rows(scenario, events, peer, base)
        return min((ratio(*rows, lambda figures: figures.wall) for rows in pairs), default=None)

    def seconds(self, scenario: str, events: int, key: str) -> float | None:
        """The most that any log costs."""
        return self._most(scenario, events, key, lambda figures: figures.wall)

    def slowest(self, scenario: str, events: int, titles: set[str], key: str = "pushledger") -> float | None:
        """The most that any of these contests takes on any log."""
        contests = [contest for result in self._of_worlds(scenario, events) for contest in result.contests]
        rows = [contest.row(key) for contest in contests if contest.title in titles]
        return max((median(row, lambda figures: figures.wall) for row in rows if row), default=None)

    def peak(self, scenario: str, events: int, key: str = "pushledger") -> float | None:
        return self._most(scenario, events, key, lambda figures: figures.peak_mib)

    def fact(self, scenario: str, events: int, name: str) -> float | None:
        """The largest of any log."""
        facts = [result.facts[name] for result in self._of_worlds(scenario, events) if name in result.facts]
        return max(facts, default=None)

    def _most(self, scenario: str, events: int, key: str, figure: Callable[[Run], float]) -> float | None:
        return max((median(row, figure) for row, in self._rows(scenario, events, key)), default=None)

    def _of_worlds(self, scenario: str, events: int) -> list[Result]:
        names = [scenario, *(f"{scenario}-{world}" for world in WORLDS)]
        return [self.results[name, events] for name in names if (name, events) in self.results]

    def _rows(self, scenario: str, events: int, *keys: str) -> list[list[Row]]:
        """The rows of these keys in every contest that has all of them, on logs of all worlds."""
        contests = [contest for result in self._of_worlds(scenario, events) for contest in result.contests]
        found = [[contest.row(key) for key in keys] for contest in contests]
        return [rows for rows in found if all(rows)]


def goals(results: list[Result], unit: int = MILLION) -> list[Goal]:
    """All goals over what was measured."""
    figures, many = Figures(results), 10 * unit

    def faster(title: str, must: float, aim: float, *where: str | int) -> Goal:
        return Goal(title, must, aim, True, "x faster", figures.times(*where))

    def below(title: str, must: float, aim: float, unit: str, measured: float | None) -> Goal:
        return Goal(title, must, aim, False, unit, measured)

    def seconds(title: str, must: float, aim: float, key: str) -> Goal:
        return below(f"{title}, of 10 M events", must, aim, "s", figures.seconds("work", many, key))

    return [
        faster("10 M events, log to CSV, against DuckDB, which keeps nothing", 2, 3, "raw", many, "duckdb"),
        faster("the same with 1 M events", 1.8, 2.5, "raw", unit, "duckdb"),
        faster("1 M events from CSV, against DuckDB", 1.5, 2, "csv", unit, "duckdb"),
        faster("10 M events against Polars", 5, 8, "raw", many, "polars"),
        faster("10 M events against ClickHouse, embedded", 5, 8, "raw", many, "chdb"),
        faster("1 M events against a Python script", 18, 30, "raw", unit, "python"),
        faster("1 M events against the sqlite3 shell", 24, 40, "raw", unit, "sqlite3"),
        faster("1 M events more into a store of 10 M, against DuckDB MERGE", 2, 4,
               "increment", many, "duckdb", "fresh"),
        below("the same events again, against the first time", 1.5, 1, "x its time",
              figures.times("duplicates", many, "pushledger", "fresh")),
        below("events that all change stored deliveries, against new ones", 3, 1.5, "x their time",
              figures.times("late", many, "pushledger", "fresh")),
        faster("daily data set from a store of 10 M, against DuckDB from its own", 3, 20, "report", many, "duckdb"),
        seconds("daily report", 1, 0.3, "report daily"),
        seconds("check of a day", 1, 0.3, "check"),
        below("peak memory of these two", 100, 40, "MiB", _larger(
            figures.peak("work", many, "report daily"), figures.peak("work", many, "check"))),
        seconds("weekly report", 2, 0.5, "report weekly"),
        seconds("all data sets", 10, 4, "export"),
        seconds("verify", 60, 20, "verify"),
        below("any question that an analyst types, of 10 M events", 2.5, 1, "s",
              figures.slowest("queries", many, {question.title for question in TYPED})),
        below("one that asks for one day only", 0.3, 0.3, "s",
              figures.slowest("queries", many, {question.title for question in TYPED if question.reads_a_day})),
        below("peak memory of any question", 256, 256, "MiB", figures.peak("queries", many)),
        below("any question of a dashboard to a snapshot of 10 M events", 0.2, 0.2, "s",
              figures.seconds("queries", many, "snapshot")),
        below("report of one day as the store grows from 1 M to 10 M", 1.5, 1.1, "x its time",
              _of_contest(figures, "window", unit, "report daily")),
        below("peak memory of an import of 10 M events", 250, 150, "MiB", figures.peak("raw", many)),
        # A small log does not fill the memory it may take, so growth shows from here on.
        below("peak memory as the log grows from 10 M to 100 M", 1.1, 1, "x",
              _quotient(figures.peak("memory", unit, "100"), figures.peak("memory", unit, "10"))),
        below("store, at 10 M events", 20, 14, "bytes an event",
              _quotient(figures.fact("raw", many, "store_bytes"), many)),
        faster("1 M events of gzip, against zlib alone", 1, 2, "gzip", unit, "zlib"),
        Goal("log of another source, the slowest one", 300_000, 500_000, True, "events a CPU second",
             _slowest_source(figures, unit)),
    ]


def _of_contest(figures: Figures, scenario: str, events: int, title: str) -> float | None:
    result = figures.results.get((scenario, events))
    for contest in result.contests if result else []:
        if contest.title == title:
            return ratio(contest.row("10"), contest.row("1"), lambda run: run.wall)
    return None


def _slowest_source(figures: Figures, events: int) -> float | None:
    result = figures.results.get(("sources", events))
    if not result:
        return None
    return min(events / statistics.median(row["cpu"]) for row in result.facts["sources"])


def _larger(one: float | None, other: float | None) -> float | None:
    return max(one, other) if one is not None and other is not None else None


def _quotient(one: float | None, other: float | None) -> float | None:
    return one / other if one is not None and other else None
