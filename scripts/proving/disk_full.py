"""Disks without room (P10): exit 74, words that say so, nothing half written, and the next run completes.

Three ways: a disk that ends at any byte (`small_disk.c`, preloaded), a limit on the size of files as `ulimit -f` sets
it, and small file systems in memory that are made larger afterwards.
"""
import contextlib
import dataclasses
import errno
import mmap
import pathlib
import shutil
import struct
import subprocess
import sys
from typing import Collection, Iterator

from disk_tasks import Desk, Task, leftovers, told
from program import Answer
from proof import Broken, Place, Proof, spread

SOURCE = pathlib.Path(__file__).parent / "small_disk.c"
ENDLESS = 1 << 40
# What a disk, a quota, and a disk that has no room for names either say.
KINDS = {"disk": (errno.ENOSPC, 0), "quota": (errno.EDQUOT, 0), "disk and its folders": (errno.ENOSPC, 1)}


class SmallDisk:
    """A library that takes the place of a disk, and its account."""

    def __init__(self, place: Place):
        self.library, self.account = place.folder / "small_disk.so", place.folder / "account"
        subprocess.check_call(["gcc", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", self.library, SOURCE])
        self.account.write_bytes(bytes(32))
        with self.account.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 32)

    def run(self, desk: Desk, task: Task, folder: pathlib.Path, room: int, kind: str) -> tuple[Answer, int, int]:
        """Runs a task on a disk with so many bytes left; also gives the bytes taken, and what was refused."""
        error, names = KINDS[kind]
        self.memory[:] = struct.pack("=4q", room, 0, error, names)
        answer = desk.program.run(*task.words, folder=folder, environment={
            "LD_PRELOAD": str(self.library), "SMALL_DISK": str(self.account)})
        left, refused, _, _ = struct.unpack("=4q", self.memory[:])
        return answer, room - left, refused


@dataclasses.dataclass(frozen=True)
class MountedDisk:
    """A file system in memory that only processes within it see.

    - inside: its folder, for them; `outside` is the same for everybody.
    """

    holder: int
    inside: pathlib.Path

    @property
    def outside(self) -> pathlib.Path:
        return pathlib.Path(f"/proc/{self.holder}/root{self.inside}")

    def under(self, folder: pathlib.Path) -> list[str]:
        return ["nsenter", "--target", str(self.holder), "--user", "--mount", "--preserve-credentials",
                f"--wdns={folder}"]

    def grow(self) -> None:
        larger = "remount,size=64m,nr_inodes=1000"
        subprocess.check_call([*self.under(self.inside), "mount", "-o", larger, str(self.inside)])


@contextlib.contextmanager
def mounted(folder: pathlib.Path, options: str) -> Iterator[MountedDisk]:
    script = f"mount -t tmpfs -o {options} none '{folder}' && echo ready && exec cat"
    holder = subprocess.Popen(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        if holder.stdout.readline() != b"ready\n":
            raise PermissionError("no file system can be mounted here")
        yield MountedDisk(holder.pid, folder)
    finally:
        holder.communicate()


def disks(place: Place, count: int) -> Iterator[str]:
    desk, disk = Desk(place), SmallDisk(place)
    rooms, limits, mounts = [], [], []
    for task in desk.tasks:
        taken, largest = needed(desk, disk, task)
        chance = place.random("room", task.name)
        left = [0, 1, taken - 1] + [chance.randrange(taken) for _ in range(count // len(desk.tasks))]
        rooms += zip([task] * len(left), left, list(KINDS) * len(left))
        limits += [(task, chance.randrange(1, largest)) for _ in range(count // 50 + 1)]
        mounts += [(task, f"size={chance.randrange(16, 1024)}k"), (task, f"size=64m,nr_inodes={chance.randrange(3, 15)}")]
    for task, number, kind in spread(rooms, count * 4 // 6):
        yield on_preloaded(desk, disk, task, number, kind)
    for task, number in spread(limits, count // 6):
        yield on_limited(desk, task, number)
    try:
        for task, options in spread(mounts, count // 6):
            yield from on_mounted(place, desk, task, options)
    except PermissionError as refused:
        print(f"  skipped: {refused}", file=sys.stderr)


def needed(desk: Desk, disk: SmallDisk, task: Task) -> tuple[int, int]:
    """The bytes by which a task lets files grow, and those of the largest file it leaves."""
    folder = desk.begin(task)
    _, taken, _ = disk.run(desk, task, folder, ENDLESS, "disk")
    largest = max(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    shutil.rmtree(folder)
    return taken, largest


def on_preloaded(desk: Desk, disk: SmallDisk, task: Task, room: int, kind: str) -> str:
    where, folder = f"{task.name} with {room} bytes left on the {kind}", desk.begin(task)
    answer, _, refused = disk.run(desk, task, folder, room, kind)
    judge(desk, task, folder, answer, refused > 0, where)
    desk.repeat(task, folder, where)
    shutil.rmtree(folder)
    return where


def on_limited(desk: Desk, task: Task, limit: int) -> str:
    where, folder = f"{task.name} with files of {limit} bytes at most", desk.begin(task)
    answer = desk.program.run(*task.words, folder=folder, under=["prlimit", f"--fsize={limit}", "--"])
    # What lies beyond the limit cannot be put back either; the next command does it.
    refused = answer.code != desk.wanted[task.name].code
    judge(desk, task, folder, answer, refused, where, allowed={"push.db-journal"})
    desk.repeat(task, folder, where)
    shutil.rmtree(folder)
    return where


def on_mounted(place: Place, desk: Desk, task: Task, options: str) -> Iterator[str]:
    """A file system with little room, or for few files, that is made larger afterwards."""
    where = f"{task.name} on a file system of {options}"
    with mounted(place.fresh(f"mounted-{desk.number}"), options) as disk:
        try:
            desk.begin(task, disk.outside)
        except (OSError, shutil.Error):
            # It has no room for what was there before.
            return
        under = disk.under(disk.inside)
        answer = desk.program.run(*task.words, folder=place.folder, under=under)
        judge(desk, task, disk.outside, answer, answer.code != desk.wanted[task.name].code, where)
        disk.grow()
        desk.repeat(task, disk.outside, where, under=under)
    yield where


def judge(desk: Desk, task: Task, folder: pathlib.Path, answer: Answer, refused: bool, where: str,
          allowed: Collection[str] = ()) -> None:
    """What a command must say and leave when there was no room for something.

    - allowed: files that may be left beside the task's own.
    """
    if not refused:
        if answer.code != desk.wanted[task.name].code:
            raise Broken(f"{where}: nothing was refused, and yet it ended with {answer.code}: {answer.said}")
        return
    if answer.code != 74:
        raise Broken(f"{where}: it ended with {answer.code}: {answer.said}")
    if "disk full" not in answer.said or not told(task, answer):
        raise Broken(f"{where}: it said: {answer.said}")
    desk.check(task, folder, where)
    if left := set(leftovers(task, folder)) - set(allowed):
        raise Broken(f"{where}: it left {', '.join(sorted(left))}")


PROOFS = [
    Proof("disk-full", ["P10"], "disks, quotas and limits without room at any byte", "disks", 45, 1200, disks,
          "disk-full-ignored"),
]
