"""Commands that write, and what each must have left when the disk failed it."""
import contextlib
import dataclasses
import pathlib
import shutil
import sqlite3

from program import AS_OF, Answer, Program
from proof import Broken, Place

# What a command may leave beside its output.
OWN = {"push.db", "push.db.lock"}
# Told by the clock, or the digest of something that is.
DATED = {"files.csv", "manifest.json", "datapackage.json"}
# Those of the logs.
DAYS = ("--days", "2026-09-01..2026-09-05")
FORMER = b"what was there before"


@dataclasses.dataclass(frozen=True)
class Task:
    """- start: `empty`, or `filled` for a folder with a ledger.
    - outputs: what it writes beside the ledger; files among them have former content.
    - once: whether it refuses to write where its output is already.
    """

    name: str
    words: list[str]
    start: str
    outputs: tuple[str, ...] = ()
    once: bool = False

    @property
    def imports(self) -> bool:
        return self.words[0] in ("import", "run")


@dataclasses.dataclass(frozen=True)
class Undisturbed:
    code: int
    fingerprint: str
    outputs: dict[str, bytes]


class Desk:
    """The tasks, the folders they start in, and what each leaves when nothing goes wrong."""

    def __init__(self, place: Place):
        self.place, self.program = place, place.program
        logs = place.fresh("logs")
        for name, events, seed in (("old", 600, 1), ("new", 600, 2), ("many", 20_000, 3)):
            self.program.simulate(logs / f"{name}.jsonl", events, seed=seed)
        self.program.run("rollup", "--quiet", "--engine", "sqlite", "--input", "new.jsonl", *DAYS, "--output", "loaded",
                         "--no-load", folder=logs)
        folder = place.fresh("folder")
        shutil.copy(logs / "new.jsonl", folder)
        new, many = str(logs / "new.jsonl"), str(logs / "many.jsonl")
        # More than a run, so that the ledger is built and not merged.
        build = ["import", "--quiet", "--memory", "64M", "--jobs", "4", many]
        self.tasks = [
            Task("the first import", ["import", "--quiet", new], "empty"),
            Task("an import into a ledger", ["import", "--quiet", new], "filled"),
            Task("an import of a folder", ["import", "--quiet", str(folder)], "filled"),
            Task("the build of a ledger", build, "empty"),
            Task("a prune", ["prune", "--quiet", "--before", "2026-09-03"], "filled"),
            Task("a report", ["report", "daily", "--as-of", AS_OF, "--output", "report.html"], "filled",
                 ("report.html",)),
            Task("an export", ["export", "--as-of", AS_OF, "--output", "export"], "filled", ("export",)),
            Task("a snapshot", ["export", "--as-of", AS_OF, "--sqlite", "shown.db"], "filled",
                 ("shown.db", "shown.metadata.json")),
            Task("a backup", ["backup", "copy.db"], "filled", ("copy.db",)),
            Task("a load", ["load-rollups", "--quiet", str(logs / "loaded")], "filled"),
            Task("a rollup", ["rollup", "--quiet", "--engine", "sqlite", "--input", new, *DAYS, "--output", "sums",
                              "--no-load"], "filled", ("sums",), once=True),
            Task("a run", ["run", "--quiet", "--as-of", AS_OF, "--output", "out", new], "filled", ("out",)),
        ]
        self.starts = {name: place.fresh(name) for name in ("empty", "filled")}
        self.program.run("import", "--quiet", str(logs / "old.jsonl"), folder=self.starts["filled"])
        self.kept = self.program.fingerprint(self.starts["filled"])
        self.number = 0
        self.wanted: dict[str, Undisturbed] = {}
        for task in self.tasks:
            folder = self.begin(task)
            code = self.program.run(*task.words, folder=folder).code
            self.wanted[task.name] = Undisturbed(code, self.program.fingerprint(folder), outputs(task, folder))
            shutil.rmtree(folder)
        self.later = self.outputs_of_later_run()

    def outputs_of_later_run(self) -> dict[str, bytes]:
        """What the run writes after one that had nothing of its log."""
        run = next(task for task in self.tasks if task.name == "a run")
        folder = self.begin(run)
        (folder / "empty.jsonl").touch()
        self.program.run(*run.words[:-1], "empty.jsonl", folder=folder)
        self.program.run(*run.words, folder=folder)
        written = outputs(run, folder)
        shutil.rmtree(folder)
        return written

    def begin(self, task: Task, at: pathlib.Path | None = None) -> pathlib.Path:
        """A folder in which the task can begin."""
        self.number += 1
        folder = at or self.place.folder / f"case-{self.number}"
        shutil.copytree(self.starts[task.start], folder, dirs_exist_ok=True)
        if "report.html" in task.outputs:
            (folder / "report.html").write_bytes(FORMER)
        return folder

    def check(self, task: Task, folder: pathlib.Path, where: str) -> None:
        """Looks at what a failed command left while the disk was bad."""
        wanted, left = self.wanted[task.name], outputs(task, folder)
        for name, content in left.items():
            if content not in (FORMER, wanted.outputs.get(name)):
                raise Broken(f"{where}: {name} is neither as it was nor as it was to be")
        ledger = folder / "push.db"
        if task.words[0] in ("report", "export", "backup", "rollup") and ledger.read_bytes() != (
                self.starts["filled"] / "push.db").read_bytes():
            raise Broken(f"{where}: it changed the ledger")

    def repeat(self, task: Task, folder: pathlib.Path, where: str, unread: bool = False, **options) -> None:
        """Runs the command again on a disk that is well, and compares with an undisturbed run.

        - unread: whether the harmed one could not read its log. Then a run published what the others say, and the next one
          tells what has changed since.
        """
        ledger = folder / "push.db"
        if ledger.exists() and ledger.stat().st_size > 0:
            # Where nothing was committed yet, looking undoes what there is, and an empty file is as good as none.
            if (problem := self.whole(folder, **options)) and ledger.stat().st_size > 0:
                raise Broken(f"{where}: {problem}")
        if task.once and (folder / task.outputs[0]).exists():
            self.compare(task, folder, where, **options)
            return
        again = self.program.run(*task.words, folder=folder, **options)
        if again.code != self.wanted[task.name].code:
            raise Broken(f"{where}: the next one ended with {again.code}: {again.said}")
        self.compare(task, folder, f"{where}, and the next one", unread, **options)

    def compare(self, task: Task, folder: pathlib.Path, where: str, unread: bool = False, **options) -> None:
        """Compares the ledger and what was written with what an undisturbed run leaves."""
        wanted = self.wanted[task.name]
        fingerprint = self.program.run("verify", "--fingerprint", folder=folder, **options).output.decode().strip()
        if fingerprint != wanted.fingerprint:
            raise Broken(f"{where}: the ledger differs from that of an undisturbed run")
        if outputs(task, folder) not in ([wanted.outputs, self.later] if unread else [wanted.outputs]):
            raise Broken(f"{where}: what was written differs from what an undisturbed run writes")

    def whole(self, folder: pathlib.Path, **options) -> str | None:
        """Computes everything in a ledger again, and has SQLite look at every page; a text says what is wrong."""
        answer = self.program.run("verify", folder=folder, **options)
        if answer.code != 0:
            return f"verify ended with {answer.code}: {answer.said}{answer.output.decode()}"
        copy = shutil.copy(folder / "push.db", self.place.folder / "looked-at.db")
        with contextlib.closing(sqlite3.connect(copy)) as ledger:
            answered = ledger.execute("PRAGMA integrity_check").fetchone()[0]
        return None if answered == "ok" else f"SQLite says of the ledger: {answered}"


def outputs(task: Task, folder: pathlib.Path) -> dict[str, bytes]:
    """What a task has written beside the ledger, by name, but for what the clock tells."""
    found = {}
    for name in task.outputs:
        target = folder / name
        if name == "copy.db":
            # A copy of every page, but for the count of changes in its header.
            found |= {name: target.read_bytes()[28:]} if target.exists() else {}
        elif name == "out":
            files = (target / "current").glob("*") if (target / "current").exists() else []
            found |= {path.name: path.read_bytes() for path in files if path.name not in DATED}
        elif target.is_dir():
            found |= {str(path.relative_to(target)): path.read_bytes() for path in target.rglob("*")
                      if path.is_file() and path.name not in DATED}
        elif target.exists():
            found[name] = target.read_bytes()
    return found


def leftovers(task: Task, folder: pathlib.Path) -> list[str]:
    """Names that nobody asked for."""
    inside = [f"{path.parent.name}/{path.name}" for name in task.outputs if (folder / name).is_dir()
              for path in (folder / name).glob(".*")]
    return sorted({path.name for path in folder.iterdir()} - OWN - set(task.outputs)) + inside


def told(task: Task, answer: Answer) -> bool:
    """Whether an error names a file that the task writes, or its folder."""
    names = ["push.db", *task.outputs, "temporary file in"]
    return any(name in answer.said for name in names)
