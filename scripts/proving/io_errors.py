"""Devices that fail (P11): EIO ends the command with 74, no sync is tried again, and the next run completes.

What cannot be opened, made, listed, locked or renamed is told, too, and what a signal interrupts goes on.
"""
import collections
import dataclasses
import pathlib
import re
import shutil
from typing import Iterator

import tracing
from disk_tasks import Desk, Task
from program import Answer
from proof import Broken, Place, Proof, spread

SYNCS = ("fsync", "fdatasync")
# How many of the n-th calls are left out between two that are harmed: syncs and removals are few.
STEPS = {"read": 3, "pread64": 3, "write": 3, "pwrite64": 3, "fsync": 1, "fdatasync": 1, "unlink": 1}
# `12 fsync(4</a/push.db>) = -1 EIO (Input/output error) (INJECTED)`, or `12 <... fsync resumed>) = ...` when another
# thread came in between.
LINE = re.compile(r"^(\d+) +(?:(\w+)\((?:\d+<([^>]*)>|\"([^\"]*)\")|<\.\.\. \w+ resumed>).*?(\(INJECTED\))?$",
                  re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Call:
    """One system call on a file of the task."""

    thread: str
    name: str
    path: str
    failed: bool


@dataclasses.dataclass(frozen=True)
class Point:
    """- path: only calls on this file count; `None` where its name is another in each run.
    - lasting: whether all later calls of the kind fail as well.
    """

    task: Task
    call: str
    path: str | None
    number: int
    lasting: bool

    def __str__(self) -> str:
        which = f"{self.call} {self.number}{' and all later ones' if self.lasting else ''}"
        return f"{self.task.name} with EIO at {which}" + (f" of {pathlib.Path(self.path).name}" if self.path else "")


# What a command can do without: to know a file again, or to remove what is of no more use. Then all has to be there.
SPARED = ("read", "pread64", "unlink")


def errors(place: Place, count: int) -> Iterator[str]:
    if not tracing.is_possible():
        raise RuntimeError("strace may not trace here")
    desk = Desk(place)
    points = [point for task in desk.tasks for point in found(desk, task)]
    # A third are syncs, of which there are few, and after which a program is most easily wrong.
    syncs = [point for point in points if point.call in SYNCS]
    others = [point for point in points if point.call not in SYNCS]
    few = min(count // 3, len(syncs))
    for point in spread(syncs, few) + spread(others, count - few):
        folder = desk.begin(point.task, case_folder(desk))
        answer, calls = traced(desk, point.task, folder, point)
        broken = [index for index, call in enumerate(calls) if call.failed]
        unread = False
        wanted = desk.wanted[point.task.name]
        if not broken:
            if answer.code != wanted.code:
                raise Broken(f"{point}: no call failed, and yet it ended with {answer.code}: {answer.said}")
        elif answer.code == 74:
            # A run that cannot read one of the logs publishes what the others say.
            unread = calls[broken[0]].path.endswith(".jsonl")
            if not unread:
                desk.check(point.task, folder, str(point))
        elif point.call in SPARED and answer.code == wanted.code:
            desk.compare(point.task, folder, f"{point}, and exit {answer.code}")
        else:
            raise Broken(f"{point}: it ended with {answer.code}: {answer.said}")
        if broken and (again := synced_again(calls[broken[0]:])):
            raise Broken(f"{point}: it called {again.name} again for {pathlib.Path(again.path).name}")
        desk.repeat(point.task, folder, str(point), unread)
        shutil.rmtree(folder)
        if broken:
            yield str(point)


def case_folder(desk: Desk) -> pathlib.Path:
    """The same for every case, so that its files have the names that they had when calls were counted."""
    return desk.place.folder / "case"


def found(desk: Desk, task: Task) -> list[Point]:
    """Every call of an undisturbed run that could fail, on files of the task and its log."""
    folder = desk.begin(task, case_folder(desk))
    _, calls = traced(desk, task, folder)
    shutil.rmtree(folder)
    # strace counts in each thread by itself.
    most: dict[tuple[str, str | None], int] = collections.Counter()
    threads = collections.Counter()
    for call in calls:
        path = None if re.search(r"staging-\d|spill-", call.path) else call.path
        # SQLite does not look at what syncing the folder of its journal said.
        blind = call.name == "fdatasync" and call.path == str(folder)
        # The system reads a program's libraries by the same calls, before it begins.
        loading = path is None and call.name in ("read", "pread64")
        if blind or loading or call.name not in STEPS:
            continue
        threads[call.thread, call.name, path] += 1
        most[call.name, path] = max(most[call.name, path], threads[call.thread, call.name, path])
    return [Point(task, name, path, number, lasting) for (name, path), times in most.items()
            for number in range(1, times + 1, STEPS[name]) for lasting in (False, True)]


def traced(desk: Desk, task: Task, folder: pathlib.Path, point: Point | None = None) -> tuple[Answer, list[Call]]:
    """Runs a task, harmed or not; also gives the calls that it made on its files."""
    trace = desk.place.folder / "trace.txt"
    under = ["strace", "-f", "-y", "-qq", "-o", str(trace), "-e", f"trace={','.join(STEPS)},ftruncate"]
    if point:
        number = f"{point.number}+" if point.lasting else str(point.number)
        under += ["-e", f"inject={point.call}:error=EIO:when={number}"] + (["-P", point.path] if point.path else [])
    answer = desk.program.run(*task.words, folder=folder, under=under)
    calls: list[Call] = []
    for thread, name, opened, named, failed in LINE.findall(trace.read_text(errors="replace")):
        if not name:
            # Whatever the thread began last has ended.
            last = max(index for index, call in enumerate(calls) if call.thread == thread)
            calls[last] = dataclasses.replace(calls[last], failed=bool(failed))
        else:
            calls.append(Call(thread, name, opened or str(folder / named), bool(failed)))
    return answer, [call for call in calls if call.path.startswith(str(desk.place.folder))]


def synced_again(calls: list[Call]) -> Call | None:
    """A sync of a file after one that failed, with nothing written to it in between: it would say that all is well."""
    unsure = set()
    for call in calls:
        if call.name not in SYNCS:
            if call.name in ("write", "pwrite64", "ftruncate"):
                unsure.discard(call.path)
        elif call.failed:
            unsure.add(call.path)
        elif call.path in unsure:
            return call
    return None


# What else the system may refuse, by the call: the error, and the codes that are right then. Of a place that cannot be
# opened or made SQLite and the system say only that, so it may be told as one that cannot be written to.
REFUSALS = {
    ("openat", "EIO"): {73, 74}, ("mkdir", "EIO"): {73, 74}, ("rename", "EIO"): {73, 74}, ("getdents64", "EIO"): {74},
    ("newfstatat", "EIO"): {73, 74}, ("flock", "ENOLCK"): {73}, ("flock", "EINTR"): set(), ("getdents64", "EINTR"): set(),
    ("read", "EINTR"): set(), ("pread64", "EINTR"): set(), ("write", "EINTR"): set(), ("pwrite64", "EINTR"): set(),
}


def refusals(place: Place, count: int) -> Iterator[str]:
    """Calls that are refused once: all is there and right, or the command says that it is not, and the next completes it."""
    if not tracing.is_possible():
        raise RuntimeError("strace may not trace here")
    desk = Desk(place)
    calls = sorted({call for call, _ in REFUSALS})
    interrupted, refused = [], []
    for task in desk.tasks:
        folder = desk.begin(task, case_folder(desk))
        numbers = tracing.numbered(desk.program, task.words, folder, calls, place.folder)
        shutil.rmtree(folder)
        for call, error in REFUSALS:
            if error == "EINTR":
                # Every second one is interrupted, whatever it is for: each has to be made again.
                interrupted += [(task, call, error, f"{min(numbers[call])}+2")] if numbers[call] else []
            else:
                refused += [(task, call, error, number) for number in numbers[call]]
    few = min(count // 3, len(interrupted))
    for task, call, error, number in spread(interrupted, few) + spread(refused, count - few):
        where = f"{task.name} with {error} at {call} {number}"
        folder = desk.begin(task, case_folder(desk))
        answer = tracing.harmed(desk.program, task.words, folder, call, number, f"error={error}")
        wanted = desk.wanted[task.name].code
        # A run that cannot read one of the logs publishes what the others say.
        unread = task.name == "a run" and ".jsonl" in answer.said
        if answer.code == wanted:
            desk.compare(task, folder, f"{where}, and exit {answer.code}")
        elif answer.code not in REFUSALS[call, error]:
            raise Broken(f"{where}: it ended with {answer.code}: {answer.said}")
        elif not answer.said:
            raise Broken(f"{where}: it ended with {answer.code} and said nothing")
        elif not unread:
            desk.check(task, folder, where)
        desk.repeat(task, folder, where, unread)
        shutil.rmtree(folder)
        yield where


PROOFS = [
    Proof("io-errors", ["P11"], "EIO at reads, writes, syncs and removals, once and from then on", "errors", 30, 1600,
          errors, "fsync-retried"),
    Proof("call-errors", ["P11"], "files, folders and locks that cannot be opened, made, listed or renamed, and interrupted calls",
          "calls", 30, 900, refusals, "calls-not-retried"),
]
