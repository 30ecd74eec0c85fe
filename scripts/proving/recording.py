"""What a command does to a folder, call by call, and what of it stands on the disk at each moment."""
import copy
import dataclasses
import os
import pathlib
import random
import re
import shutil
from typing import Callable, Sequence

from program import Program

SECTOR = 512
CALLS = ("openat", "pwrite64", "write", "ftruncate", "fsync", "fdatasync", "unlink", "rename", "mkdir", "rmdir", "symlink")
# No write is longer; one that is cut off in the recording is found by its length.
LONGEST = 1 << 26
NAME = r'"((?:\\x[0-9a-f]{2})*)"'
OPEN = r"\d+<((?:\\x[0-9a-f]{2})*)>"
PLACE = rf"AT_FDCWD(?:<[^>]*>)?, {NAME}"
PATTERNS = {
    "openat": rf"{PLACE}, (\S+?)(?:, \d+)?\) = {OPEN}",
    "pwrite64": rf"{OPEN}, {NAME}(?:\.\.\.)?, \d+, (\d+)\) = (\d+)",
    "write": rf"{OPEN}, {NAME}(?:\.\.\.)?, \d+\) = (\d+)",
    "ftruncate": rf"{OPEN}, (\d+)\) = 0",
    "fsync": rf"{OPEN}\) = 0", "fdatasync": rf"{OPEN}\) = 0",
    "unlink": rf"{NAME}\) = 0", "rmdir": rf"{NAME}\) = 0", "mkdir": rf"{NAME}, \d+\) = 0",
    "rename": rf"{NAME}, {NAME}\) = 0", "symlink": rf"{NAME}, {NAME}\) = 0",
}


@dataclasses.dataclass(frozen=True)
class Step:
    """One call.

    - kind: make, write, truncate, sync, remove, rename, folder or link.
    - path: relative to the folder; of a rename the new name.
    - other: the old name of a rename, or where a link leads.
    - offset: of a write, `None` for the end of the file; of a truncation the new length.
    """

    kind: str
    path: str
    data: bytes = b""
    offset: int | None = None
    other: str = ""

    def cut(self, length: int) -> "Step":
        """A write of which only the beginning came about."""
        return dataclasses.replace(self, data=self.data[:length])


def recorded(program: Program, words: Sequence[str], folder: pathlib.Path) -> list[Step]:
    """Runs a command and gives what it did to the folder, in order."""
    before = folder.with_name(folder.name + " before")
    trace = folder.with_name(folder.name + " trace")
    shutil.copytree(folder, before, symlinks=True)
    answer = program.run(*words, folder=folder, under=[
        "strace", "-f", "-y", "-xx", "-s", str(LONGEST), "-o", str(trace), "-e", f"trace={','.join(CALLS)}"])
    if answer.code != 0:
        raise RuntimeError(f"{words[0]} ended with {answer.code}: {answer.said}")
    known = _names(folder)
    steps = [step for line in _lines(trace.read_text()) for step in _steps(line, folder)]
    disk = Disk(before)
    for step in steps:
        disk.take(step)
    again = folder.with_name(folder.name + " again")
    disk.write_all(again)
    if _names(again) != known:
        raise RuntimeError(f"{words[0]} does something to files that is not recorded")
    for path in (again, before):
        shutil.rmtree(path)
    trace.unlink()
    return steps


def _names(folder: pathlib.Path) -> dict[str, object]:
    """Everything in a folder by name: bytes of files, where links lead, `None` for folders."""
    found: dict[str, object] = {}
    for path in folder.rglob("*"):
        content: object = os.readlink(path) if path.is_symlink() else None if path.is_dir() else path.read_bytes()
        found[str(path.relative_to(folder))] = content
    return found


def _lines(text: str) -> list[str]:
    """The calls in the order in which they ended; one that another thread's calls cut in two is put together."""
    begun: dict[str, str] = {}
    lines = []
    for line in text.splitlines():
        thread, _, call = line.partition(" ")
        call = call.lstrip()
        if call.endswith(" <unfinished ...>"):
            begun[thread] = call.removesuffix(" <unfinished ...>")
        elif resumed := re.match(r"<\.\.\. \w+ resumed>", call):
            lines.append(begun.pop(thread) + call[resumed.end():])
        else:
            lines.append(call)
    return lines


def _steps(line: str, folder: pathlib.Path) -> list[Step]:
    """What one line of a recording did to the folder: nothing, for a call that failed or is about something else."""
    call, _, rest = line.partition("(")
    # strace aligns results.
    found = re.match(PATTERNS.get(call, "(?!)"), re.sub(r"\) += ", ") = ", rest))
    if not found:
        return []
    values = found.groups()

    def inside(word: str) -> str | None:
        path = os.path.normpath(os.path.join(folder, os.fsdecode(_bytes(word))))
        return os.path.relpath(path, folder) if path == str(folder) or path.startswith(f"{folder}/") else None

    path = inside(values[-1] if call in ("rename", "symlink", "openat") else values[0])
    if path is None or path.endswith(" (deleted)"):
        return []
    match call:
        case "openat":
            made = [Step("make", path)] if "O_CREAT" in values[1] and "O_TMPFILE" not in values[1] else []
            return made + ([Step("truncate", path, offset=0)] if "O_TRUNC" in values[1] else [])
        case "pwrite64":
            return [Step("write", path, _bytes(values[1])[:int(values[3])], int(values[2]))]
        case "write":
            return [Step("write", path, _bytes(values[1])[:int(values[2])])]
        case "ftruncate":
            return [Step("truncate", path, offset=int(values[1]))]
        case "fsync" | "fdatasync":
            return [Step("sync", path)]
        case "unlink" | "rmdir":
            return [Step("remove", path)]
        case "mkdir":
            return [Step("folder", path)]
        case "rename":
            return [Step("rename", path, other=inside(values[0]) or "")]
        case _:
            return [Step("link", path, other=os.fsdecode(_bytes(values[0])))]


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


class Inode:
    """A file, whatever it is called: its bytes, those that were synced, and the changes since then."""

    def __init__(self, data: bytes = b""):
        self.data, self.kept, self.later = bytearray(data), bytes(data), []

    def change(self, step: Step) -> None:
        if step.kind == "write" and step.offset is None:
            step = dataclasses.replace(step, offset=len(self.data))
        self.later.append(step)
        _apply(self.data, step)

    def sync(self) -> None:
        self.kept, self.later = bytes(self.data), []

    def after_loss(self, survives: Callable[[], bool], tears: Callable[[], bool]) -> bytes:
        """The bytes after a power loss, of those changes that survive it and of sectors of the others."""
        data = bytearray(self.kept)
        for step in self.later:
            if survives():
                _apply(data, step)
            elif step.kind == "write" and tears():
                for sector in range(0, len(step.data), SECTOR):
                    if survives():
                        _apply(data, dataclasses.replace(
                            step, offset=step.offset + sector, data=step.data[sector:sector + SECTOR]))
        return bytes(data)


def _apply(data: bytearray, step: Step) -> None:
    end = step.offset + len(step.data)
    if len(data) < end:
        data.extend(bytes(end - len(data)))
    if step.kind == "truncate":
        del data[end:]
    data[step.offset:end] = step.data


class Disk:
    """A folder while a command works in it.

    Names are told by folders and have to be synced by them, as POSIX has it: a file that is on the disk may yet have no
    name, the name it had before, or one that was removed.
    """

    def __init__(self, folder: pathlib.Path):
        self.names: dict[str, Inode | str | None] = {
            name: Inode(content) if isinstance(content, bytes) else content for name, content in _names(folder).items()}
        self.kept = dict(self.names)
        self.later: list[Step] = []

    def copied(self) -> "Disk":
        return copy.deepcopy(self)

    def take(self, step: Step) -> "Disk":
        if step.kind == "sync":
            inode = self.names.get(step.path)
            if isinstance(inode, Inode):
                inode.sync()
            else:
                self._sync_names(step.path)
        elif step.kind in ("write", "truncate"):
            inode = self.names.get(step.path)
            if isinstance(inode, Inode):
                inode.change(step)
        elif step.kind != "make" or step.path not in self.names:
            # One object whichever name it gets, so that its bytes survive or not whatever becomes of its names.
            made = Inode() if step.kind == "make" else step.other if step.kind == "link" else None
            change = (step, self.names.get(step.other) if step.kind == "rename" else made)
            self.later.append(change)
            _rename(self.names, *change)
        return self

    def _sync_names(self, folder: str) -> None:
        """A folder keeps all changes of names that are of it."""
        stay = []
        for step, what in self.later:
            if folder in (os.path.dirname(step.path) or ".", os.path.dirname(step.other) or "."):
                _rename(self.kept, step, what)
            else:
                stay.append((step, what))
        self.later = stay

    def write_all(self, folder: pathlib.Path) -> None:
        """Writes the folder as every program sees it."""
        _write(folder, {name: bytes(what.data) if isinstance(what, Inode) else what for name, what in self.names.items()})

    def write_after_loss(self, folder: pathlib.Path, kind: str, lot: random.Random) -> None:
        """Writes the folder as a power loss may leave it.

        - kind: `whole`, all unsynced changes survive; `none` does; `some`, by lot; `torn`, by lot and by sectors;
          `ordered`, of changes of names only the first ones, as file systems with a journal do it.
        """
        def survives() -> bool:
            return kind == "whole" or kind != "none" and lot.random() < 0.5

        names = dict(self.kept)
        changes = self.later[:lot.randint(0, len(self.later))] if kind == "ordered" else \
            [change for change in self.later if survives()]
        for change in changes:
            _rename(names, *change)
        bytes_of: dict[int, bytes] = {}
        for what in names.values():
            if isinstance(what, Inode) and id(what) not in bytes_of:
                bytes_of[id(what)] = what.after_loss(survives, lambda: kind == "torn")
        _write(folder, {name: bytes_of[id(what)] if isinstance(what, Inode) else what for name, what in names.items()})


def _rename(names: dict, step: Step, what: object) -> None:
    """Applies a change of names; one of a folder moves what is in it."""
    if step.kind == "remove":
        names.pop(step.path, None)
        return
    if step.kind == "rename":
        names.pop(step.other, None)
        for name in [name for name in names if name.startswith(f"{step.other}/")]:
            names[step.path + name.removeprefix(step.other)] = names.pop(name)
    names[step.path] = what


def _write(folder: pathlib.Path, names: dict[str, object]) -> None:
    folder.mkdir()
    for name in sorted(names):
        path, content = folder / name, names[name]
        # What lies in a folder that has no name is lost with it.
        if not path.parent.is_dir():
            continue
        if content is None:
            path.mkdir()
        elif isinstance(content, str):
            path.symlink_to(content)
        else:
            path.write_bytes(content)
            path.chmod(0o600)
