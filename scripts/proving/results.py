"""Figures that proofs have reached, each kept as soon as it is there."""
import dataclasses
import json
import pathlib
import subprocess

FOLDER = pathlib.Path(".build/proof/results")
PAGE = pathlib.Path("docs/promises.md")
MARKS = ("<!-- figures: written by scripts/proof --page -->", "<!-- end of figures -->")


@dataclasses.dataclass
class Result:
    """What the last run of a proof reached.

    - bad: what did not hold, a line for each case.
    - seconds: how long all cases took.
    """

    name: str
    title: str
    promises: list[str]
    unit: str
    cases: int
    bad: list[str]
    seconds: float
    commit: str
    date: str
    mutant: str = ""

    def keep(self) -> None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{self.name}.json").write_text(json.dumps(dataclasses.asdict(self), indent=1))


def kept() -> list[Result]:
    return [Result(**json.loads(path.read_text())) for path in sorted(FOLDER.glob("*.json"))]


def commit() -> str:
    """The commit that was proved, and whether there were changes beside it."""
    name = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], text=True).strip()
    changes = subprocess.check_output(["git", "status", "--porcelain", "--", "Sources", "Package.swift"], text=True)
    return f"{name} with changes" if changes else name


def table(results: list[Result]) -> str:
    lines = ["| proof | promises | cases | failed | mutant noticed | commit | date |",
             "| --- | --- | ---: | ---: | --- | --- | --- |"]
    for result in sorted(results, key=lambda result: _order(result.promises)):
        lines.append(
            f"| {result.title} (`{result.name}`) | {', '.join(result.promises)} | {result.cases:,} {result.unit} "
            f"| {len(result.bad)} | {result.mutant or 'not tried'} | {result.commit} | {result.date} |")
    return "\n".join(lines)


def write_page(results: list[Result]) -> None:
    """Puts the table between its marks."""
    text = PAGE.read_text()
    before, rest = text.split(MARKS[0], 1)
    _, after = rest.split(MARKS[1], 1)
    PAGE.write_text(f"{before}{MARKS[0]}\n{table(results)}\n{MARKS[1]}{after}")


def _order(promises: list[str]) -> list[int]:
    return [int(promise[1:]) for promise in promises]
