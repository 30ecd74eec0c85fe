"""Files that commands write for others (P12): a path holds the old or the new file, whatever ends the command."""
import dataclasses
import os
import pathlib
import shutil
import socket
import stat
from typing import Iterator

import recording
import scenes
import tracing
from program import AS_OF, Program
from proof import Broken, Place, Proof

CALLS = tuple(call for call in tracing.WRITING if call != "openat") + ("openat", "mkdir", "rmdir")
LEDGER = ("push.db", "push.db.lock")
# Each is given by the words that write it; the last names where.
COMMANDS = {
    "a page": ("report", "daily", "--as-of", AS_OF, "--output", "page.html"),
    "a report with pictures": ("report", "daily", "--as-of", AS_OF, "--output", "page.md"),
    "reports in a folder": ("report", "daily", "weekly", "--as-of", AS_OF, "--format", "html", "--output", "pages"),
    "an export": ("export", "--as-of", AS_OF, "--output", "csv"),
    "a snapshot": ("export", "--as-of", AS_OF, "--sqlite", "snapshot.db"),
    "findings": ("check", "--as-of", AS_OF, "--fail-on", "never", "--json", "--output", "findings.json"),
    "an answer": ("query", "--sql", "SELECT * FROM hourly", "--format", "csv", "--output", "answer.csv"),
    "a copy of the ledger": ("backup", "copy.db"),
}


@dataclasses.dataclass(frozen=True)
class Change:
    """A command about to replace what it wrote when the ledger held less.

    - scene: of the folder with the larger ledger and the old files.
    - old, new: the files by name.
    """

    scene: scenes.Scene
    old: dict[str, bytes]
    new: dict[str, bytes]

    def judge(self, folder: pathlib.Path, where: str) -> None:
        """Every file is the old or the new one."""
        for name in self.new:
            path = folder / name
            found = path.read_bytes() if path.is_file() else b"" if path.is_dir() else None
            if found not in (self.old.get(name), self.new[name]):
                raise Broken(f"{where}: {name} is neither the old nor the new file")

    def complete(self, program: Program, folder: pathlib.Path, where: str) -> None:
        """The next run writes all files and removes what the former one left."""
        self.judge(folder, where)
        again = program.run(*self.scene.words, folder=folder)
        if again.code != 0:
            raise Broken(f"{where}: the next one ended with {again.code}: {again.said.splitlines()[:1]}")
        found = _files(folder)
        if found != self.new:
            differing = sorted(name for name in found.keys() | self.new.keys() if found.get(name) != self.new.get(name))
            raise Broken(f"{where}: then the folder differs in {differing}")
        shutil.rmtree(folder)


def killed(place: Place, count: int) -> Iterator[str]:
    """Kills each command at every call that is about its folder."""
    changes = _changes(place)
    points = []
    for change in changes:
        folder = change.scene.copy(place, "numbered")
        numbers = tracing.numbered(place.program, change.scene.words, folder, CALLS)
        shutil.rmtree(folder)
        points.append([(change, call, number) for call in CALLS for number in numbers[call]])
    for change, call, number in scenes.shared(points, count):
        where = f"{change.scene.name}, killed at {call} {number}"
        folder = change.scene.copy(place)
        if not tracing.is_killed(place.program, change.scene.words, folder, call, number):
            shutil.rmtree(folder)
            continue
        change.complete(place.program, folder, where)
        yield where


def power(place: Place, count: int) -> Iterator[str]:
    """Loses power at any call of each command: what was not synced may be there, in part or not."""
    changes = _changes(place)
    for change in changes:
        folder = change.scene.copy(place, "recorded")
        steps = recording.recorded(place.program, change.scene.words, folder)
        shutil.rmtree(folder)
        cases = [(number, kind) for number in range(len(steps)) for kind in ("none", "ordered", "some", "torn")]
        chosen = place.random(change.scene.name).sample(cases, min(len(cases), -(-count // len(changes))))
        disk = recording.Disk(change.scene.before)
        for number, step in enumerate(steps):
            disk.take(step)
            for kind in [kind for at, kind in chosen if at == number]:
                where = f"{change.scene.name}, power lost after call {number}, unsynced: {kind}"
                case = place.folder / "case"
                disk.write_after_loss(case, kind, place.random(change.scene.name, number, kind))
                change.complete(place.program, case, where)
                yield where


def obstacles(place: Place, count: int) -> Iterator[str]:
    """Finds something at its place that is no file: links are replaced and not followed, all else is refused."""
    changes = [change for change in _changes(place) if len(change.new) < 3]
    cases = [(change, obstacle) for change in changes for obstacle in ("link", "dangling link", "pipe", "socket", "folder",
                                                                       "dead")]
    for change, obstacle in scenes.spread(cases, count):
        name = change.scene.words[-1]
        where = f"{change.scene.name} where a {obstacle} is"
        folder = change.scene.copy(place)
        target = folder / name
        if obstacle != "dead":
            target.unlink()
        _OBSTACLES[obstacle](target)
        before = target.lstat()
        answer = place.program.run(*change.scene.words, folder=folder, limit=60)
        after = target.lstat()
        if obstacle == "dead":
            if answer.code != 0 or _files(folder) != change.new:
                raise Broken(f"{where}: ended with {answer.code}")
        elif "link" in obstacle and answer.code == 0:
            if stat.S_ISLNK(after.st_mode) or target.read_bytes() != change.new[name]:
                raise Broken(f"{where}: the link was not replaced")
            if obstacle == "link" and (folder / "elsewhere").read_bytes() != b"mine":
                raise Broken(f"{where}: it was followed")
        elif "link" in obstacle or obstacle != "folder":
            if answer.code != 73 or (before.st_ino, before.st_mode) != (after.st_ino, after.st_mode):
                raise Broken(f"{where}: ended with {answer.code}")
        elif not stat.S_ISDIR(after.st_mode):
            raise Broken(f"{where}: it is gone")
        shutil.rmtree(folder)
        yield where


def _pipe(path: pathlib.Path) -> None:
    os.mkfifo(path)


def _link(path: pathlib.Path) -> None:
    path.with_name("elsewhere").write_bytes(b"mine")
    path.symlink_to("elsewhere")


def _socket(path: pathlib.Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(path))


def _dead(path: pathlib.Path) -> None:
    """What killed runs have left, whatever process number they had: in a container it is always the same."""
    for ending in (".staging-1", ".staging-4000000", ".staging-0"):
        if (ending == ".staging-0") == (path.name == COMMANDS["a copy of the ledger"][-1]):
            path.with_name(path.name + ending).write_bytes(b"a part")


_OBSTACLES = {"link": _link, "dangling link": lambda path: path.symlink_to("nowhere"), "pipe": _pipe, "socket": _socket,
              "folder": lambda path: path.mkdir(), "dead": _dead}


def _files(folder: pathlib.Path) -> dict[str, bytes]:
    """All files of a folder but the ledger; folders by their names alone."""
    return {str(path.relative_to(folder)): b"" if path.is_dir() else path.read_bytes()
            for path in folder.rglob("*") if path.name not in LEDGER}


def _changes(place: Place) -> list[Change]:
    program, logs = place.program, place.fresh("logs")
    program.simulate(logs / "old.jsonl", 300, seed=1)
    program.simulate(logs / "new.jsonl", 300, seed=2)
    changes = []
    for name, words in COMMANDS.items():
        folder = place.fresh(name)
        (folder / "pages").mkdir()
        _done(program, folder, "import", "--quiet", str(logs / "old.jsonl"))
        _done(program, folder, *words)
        old = _files(folder)
        _done(program, folder, "import", "--quiet", str(logs / "new.jsonl"))
        scene = scenes.Scene(name, folder, words)
        undisturbed = scene.copy(place, f"{name} undisturbed")
        _done(program, undisturbed, *words)
        changes.append(Change(scene, old, _files(undisturbed)))
    return changes


def _done(program: Program, folder: pathlib.Path, *words: str) -> None:
    answer = program.run(*words, folder=folder)
    if answer.code != 0:
        raise RuntimeError(f"{' '.join(words)} ended with {answer.code}: {answer.said}")


PROOFS = [
    Proof("outputs", ["P12"], "kill -9 at every call of a command that writes files for others", "kills", 40, 400, killed,
          "report-in-place"),
    Proof("outputs-power", ["P12", "P2"], "power loss at every call of such a command", "losses", 50, 1000, power,
          "report-unflushed"),
    Proof("outputs-obstacles", ["P12"], "links, pipes, sockets, folders and remains where a file is to be", "places", 30,
          30, obstacles, "report-in-place"),
]
