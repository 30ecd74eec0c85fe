"""What was measured, kept as JSON so that the page can be written from several runs."""
import dataclasses
import json
import os
from typing import Any, Callable

from timing import Figures, Row


@dataclasses.dataclass
class Contest:
    """Rows that were timed in turn; the first is what the others are compared with."""

    title: str
    rows: list[Row]

    def row(self, key: str) -> Row | None:
        return next((row for row in self.rows if row.key == key), None)


@dataclasses.dataclass
class Result:
    """One scenario at one size.

    - events: of the log, or of the store before.
    - machine: what it was measured on; the page shows it once when all agree.
    """

    scenario: str
    events: int
    contests: list[Contest]
    facts: dict[str, Any]
    machine: dict[str, str]
    date: str
    command: str
    rounds: int

    def contest(self, title: str) -> Contest | None:
        return next((contest for contest in self.contests if contest.title == title), None)


def median(row: Row, figure: Callable[[Figures], float]) -> float:
    values = sorted(figure(run) for run in row.rounds)
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def ratio(row: Row, base: Row, figure: Callable[[Figures], float]) -> float:
    """The median over the rounds of `row` divided by `base`: a round shares its noise, medians of rounds do not."""
    pairs = [Figures(figure(one) / max(figure(other), 1e-9), 0, 0) for one, other in zip(row.rounds, base.rounds)]
    return median(Row("", "", pairs), lambda figures: figures.wall)


def save(result: Result, folder: str) -> None:
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{result.scenario}-{result.events}.json")
    with open(f"{path}.part", "w", encoding="utf-8") as out:
        json.dump(dataclasses.asdict(result), out, indent=1)
    os.rename(f"{path}.part", path)


def load_all(folder: str) -> list[Result]:
    """All that was measured, smallest first."""
    results = []
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as text:
                results.append(_result(json.load(text)))
    return sorted(results, key=lambda result: (result.scenario, result.events))


def _result(fields: dict[str, Any]) -> Result:
    contests = [
        Contest(contest["title"], [
            Row(row["key"], row["title"], [Figures(**figures) for figures in row["rounds"]])
            for row in contest["rows"]]) for contest in fields["contests"]]
    return Result(**{**fields, "contests": contests})
