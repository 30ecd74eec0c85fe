"""Figures that proofs have reached, each kept as soon as it is there."""
import dataclasses
import json
import pathlib
import re
import subprocess

FOLDER = pathlib.Path(".build/proof/results")
MUTANTS = FOLDER / "mutants"
PAGE = pathlib.Path("docs/promises.md")
MARKS = ("<!-- figures: written by scripts/proof --page -->", "<!-- end of figures -->")


@dataclasses.dataclass
class Result:
    """What the last run of a proof reached.

    - bad: what did not hold, a line for each case.
    - seconds: how long all cases took.
    - mutant: the program broken on purpose that the proof has noticed, once it has.
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
        """Keeps a full run, and apart from it that a mutant was noticed: either may come first."""
        folder = MUTANTS if self.mutant else FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.name}.json").write_text(json.dumps(dataclasses.asdict(self), indent=1))


def kept() -> list[Result]:
    """Results of full runs with the mutants that were noticed, and of proofs that have only noticed theirs so far.

    What the page says of other proofs stays: full runs take hours, and not all are of one machine.
    """
    before, noticed = shown(PAGE.read_text()), _read(MUTANTS)
    full = before | _read(FOLDER)
    for name, result in before.items():
        full[name].mutant = full[name].mutant or result.mutant
    for name, result in noticed.items():
        if name in full:
            full[name].mutant = result.mutant
        else:
            full[name] = dataclasses.replace(result, cases=0, bad=[])
    return list(full.values())


def _read(folder: pathlib.Path) -> dict[str, Result]:
    results = [Result(**json.loads(path.read_text())) for path in sorted(folder.glob("*.json"))]
    return {result.name: result for result in results}


# A row of the table.
_ROW = re.compile(r"\| (?P<title>.+) \(`(?P<name>[a-z-]+)`\) \| (?P<promises>[P0-9, ]+) "
                  r"\| (?:(?P<cases>[0-9,]+) (?P<unit>[^|]+) \| (?P<bad>\d+)|no full run yet \|) "
                  r"\| (?P<mutant>[^|]+) \| (?P<commit>[^|]+) \| (?P<date>[^|]+) \|")


def shown(page: str) -> dict[str, Result]:
    """The results that stand in a page; how long they took and what did not hold does not stand there."""
    results = {}
    for row in _ROW.finditer(page):
        mutant = "" if row["mutant"] == "not tried" else row["mutant"]
        cases = int((row["cases"] or "0").replace(",", ""))
        results[row["name"]] = Result(row["name"], row["title"], row["promises"].split(", "), row["unit"] or "", cases,
                                      ["not kept"] * int(row["bad"] or 0), 0, row["commit"], row["date"], mutant)
    return results


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
            f"| {result.title} (`{result.name}`) | {', '.join(result.promises)} | {_tried(result)} | {result.mutant or 'not tried'} | {result.commit} | {result.date} |")
    return "\n".join(lines)


def _tried(result: Result) -> str:
    return f"{result.cases:,} {result.unit} | {len(result.bad)}" if result.cases else "no full run yet |"


def write_page(results: list[Result]) -> None:
    """Puts the table between its marks."""
    text = PAGE.read_text()
    before, rest = text.split(MARKS[0], 1)
    _, after = rest.split(MARKS[1], 1)
    PAGE.write_text(f"{before}{MARKS[0]}\n{table(results)}\n{MARKS[1]}{after}")


def _order(promises: list[str]) -> list[int]:
    return [int(promise[1:]) for promise in promises]
