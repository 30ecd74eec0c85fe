"""Commands that change a ledger, each with the folder it begins in and what it leaves when nothing disturbs it."""
import dataclasses
import os
import pathlib
import re
import shutil
import time
from typing import Callable, Sequence, TypeVar

from program import AS_OF, Program
from proof import Broken, Place, spread

SOURCES = pathlib.Path(__file__).parents[2] / "docs/samples/sources"
# The AppKey of these logs, for those that name none.
SOURCES_APP = "333526247"
# The days of simulated logs.
SUMMED = "2026-09-01..2026-09-05"

Group = TypeVar("Group")
Read = TypeVar("Read")


@dataclasses.dataclass(frozen=True)
class Left:
    """What a command left.

    - shown: reports, data sets and published files by name.
    - names: of all that stands in the folder.
    """

    fingerprint: str
    shown: dict[str, bytes]
    names: list[str]


@dataclasses.dataclass(frozen=True)
class Scene:
    """- before: the folder that each run of `words` gets a copy of; `push.db` is the ledger in it, if there is one."""

    name: str
    before: pathlib.Path
    words: tuple[str, ...]

    def copy(self, place: Place, name: str = "case") -> pathlib.Path:
        folder = place.folder / name
        shutil.copytree(self.before, folder, symlinks=True)
        return folder

    def seconds(self, place: Place) -> float:
        """How long the command takes."""
        folder = self.copy(place, "timed")
        start = time.monotonic()
        place.program.run(*self.words, folder=folder)
        shutil.rmtree(folder)
        return time.monotonic() - start

    def undisturbed(self, place: Place) -> Left:
        """What the command leaves when it is let be."""
        folder = self.copy(place, f"undisturbed {self.name}")
        answer = place.program.run(*self.words, folder=folder)
        if answer.code != 0:
            raise RuntimeError(f"{self.name} ended with {answer.code}: {answer.said}")
        return left(place.program, folder)

    def completed(self, place: Place, folder: pathlib.Path, wanted: Left, where: str) -> None:
        """Runs the command again in a folder in which it was harmed; it has to leave what it leaves otherwise."""
        again = place.program.run(*self.words, folder=folder)
        if again.code != 0:
            raise Broken(f"{where}: the next one ended with {again.code}: {again.said.splitlines()[:1]}")
        found = readable(lambda: left(place.program, folder), where)
        if found.fingerprint != wanted.fingerprint:
            raise Broken(f"{where}: the ledger differs")
        for name in wanted.shown.keys() | found.shown.keys():
            if wanted.shown.get(name) != found.shown.get(name):
                raise Broken(f"{where}: {name} differs")
        if found.names != wanted.names:
            raise Broken(f"{where}: the folder holds {sorted(set(found.names) ^ set(wanted.names))}")
        if problem := place.program.is_whole(folder):
            raise Broken(f"{where}: {problem}")
        shutil.rmtree(folder)


def readable(read: Callable[[], Read], where: str) -> Read:
    """What is read of a ledger; one that cannot be read breaks the promise."""
    try:
        return read()
    except RuntimeError as error:
        raise Broken(f"{where}: {error}") from None


def left(program: Program, folder: pathlib.Path) -> Left:
    fingerprint = program.fingerprint(folder)
    names = []
    for path, folders, files in os.walk(folder):
        inside = os.path.relpath(path, folder)
        # A journal that was not begun undoes nothing; the next change of the ledger removes it.
        names += [os.path.normpath(os.path.join(inside, name)) for name in folders + files if name != "push.db-journal"]
    shown = program.reports(folder, ["json"])
    for path in (folder / "out/current").glob("*"):
        shown[f"current/{path.name}"] = path.read_bytes()
    # A generation that a killed run made has the plain name, and the next of that moment a number.
    return Left(fingerprint, shown, sorted(re.sub(r"(generations/\w+Z)-\d+", r"\1", name) for name in names))


def contents(folder: pathlib.Path) -> dict[str, bytes]:
    """All that has content in a folder; a lock, or a file that was just made, has none."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and path.stat().st_size}


def imports(place: Place) -> list[Scene]:
    """Imports of a new and into a filled ledger, of logs of eight sources, and one that is built from several runs."""
    program, logs = place.program, place.fresh("logs")
    program.simulate(logs / "old.jsonl", 600, seed=1)
    program.simulate(logs / "new.jsonl", 600, seed=2)
    program.simulate(logs / "some.jsonl", 5_000, seed=3)
    _lengthen(logs / "some.jsonl", logs / "many.jsonl")
    new = ("import", "--quiet", str(logs / "new.jsonl"))
    many = ("import", "--quiet", "--memory", "64M", "--jobs", "2", str(logs / "many.jsonl"))
    sources = ("import", "--quiet", "--app", SOURCES_APP, str(SOURCES))
    empty, filled = place.fresh("empty"), place.fresh("filled")
    _done(program, filled, "import", "--quiet", str(logs / "old.jsonl"))
    return [
        Scene("an import into a new ledger", empty, new), Scene("an import into a filled ledger", filled, new),
        Scene("an import of other sources into a filled ledger", filled, sources),
        Scene("an import that builds a ledger", empty, many),
    ]


def others(place: Place) -> list[Scene]:
    """Commands that prune, take back and publish; they begin with the ledger of `imports`."""
    logs, filled = place.folder / "logs", place.fresh("to prune")
    _done(place.program, filled, "import", "--quiet", str(logs / "old.jsonl"))
    _done(place.program, filled, "import", "--quiet", "--app", SOURCES_APP, str(SOURCES))
    prune = ("prune", "--quiet", "--before", "2026-09-03")
    retract = ("prune", "--quiet", "--file", str(logs / "new.jsonl"))
    mistaken = place.fresh("to take back")
    _done(place.program, mistaken, "import", "--quiet", str(logs / "old.jsonl"), str(logs / "new.jsonl"))
    publish = ("run", "--quiet", "--fail-on", "never", "--as-of", AS_OF, "--output", "out", "--keep", "1", "--report",
               "daily", "--data-set", "daily", "--data-set", "messages", str(logs / "new.jsonl"))
    return [Scene("a prune", filled, prune), Scene("a prune that gives back room", filled, (*prune, "--vacuum")),
            Scene("a log taken back", mistaken, retract), Scene("a run", filled, publish)]


def loads(place: Place) -> list[Scene]:
    """Sums that are taken in, in the place of former ones, and taken away, beside imports of the same days."""
    program, logs = place.program, place.fresh("logs of sums")
    program.simulate(logs / "old.jsonl", 600, seed=6)
    program.simulate(logs / "new.jsonl", 600, seed=7)
    inputs = ("--input", "old.jsonl")
    for name, more in (("former", inputs), ("sums", (*inputs, "--input", "new.jsonl"))):
        _done(program, logs, "rollup", "--quiet", "--engine", "sqlite", *more, "--days", SUMMED, "--output", name,
              "--no-load")
    empty, filled = place.fresh("no sums"), place.fresh("former sums")
    _done(program, filled, "import", "--quiet", str(logs / "old.jsonl"))
    _done(program, filled, "load-rollups", "--quiet", str(logs / "former"))
    load = ("load-rollups", "--quiet", str(logs / "sums"))
    return [
        Scene("a load into a new ledger", empty, load), Scene("a load in the place of a former one", filled, load),
        Scene("the removal of a load", filled, ("load-rollups", "--quiet", "--remove", SUMMED)),
    ]


def shared(groups: Sequence[Sequence[Group]], count: int) -> list[Group]:
    """At most `count` of all cases, about as many of each group, so that one with many calls leaves room for others."""
    chosen: list[Group] = []
    ordered = sorted(groups, key=len)
    for number, group in enumerate(ordered):
        chosen += spread(group, (count - len(chosen)) // (len(ordered) - number))
    return chosen


def _lengthen(log: pathlib.Path, target: pathlib.Path) -> None:
    """Makes message ids so long that their texts take more than a run of an import has room for."""
    lines = log.read_text().splitlines(keepends=True)
    target.write_text("".join(re.sub(r'("message_id": ?")(\d+)', rf"\g<1>\g<2>{number:0220d}", line)
                              for number, line in enumerate(lines)))


def _done(program: Program, folder: pathlib.Path, *words: str) -> None:
    answer = program.run(*words, folder=folder)
    if answer.code != 0:
        raise RuntimeError(f"{words[0]} ended with {answer.code}: {answer.said}")
