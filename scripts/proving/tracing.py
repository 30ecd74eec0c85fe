"""Programs under strace: which system calls they make, and harm at one of them."""
import collections
import pathlib
import re
import shutil
import signal
import subprocess
from typing import Sequence

from program import Answer, Program

# Calls that change what stands on a disk, or the names of it.
WRITING = ("pwrite64", "write", "fdatasync", "fsync", "ftruncate", "unlink", "rename", "openat")


def is_possible() -> bool:
    """Whether strace is here and may trace."""
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0


def counted(program: Program, words: Sequence[str], folder: pathlib.Path, calls: Sequence[str] = WRITING) -> dict[str, int]:
    """How often an undisturbed run makes each of the calls: as often as the thread that makes most of them.

    strace counts by threads, so a call beyond that number is harmed in none.
    """
    trace = folder / "trace.txt"
    program.run(*words, folder=folder, under=["strace", "-f", "-o", str(trace), "-e", f"trace={','.join(calls)}"])
    found = collections.Counter(re.findall(r"^(\d+) +(\w+)\(", trace.read_text(errors="replace"), re.MULTILINE))
    trace.unlink()
    return {call: max((times for (_, name), times in found.items() if name == call), default=0) for call in calls}


def numbered(program: Program, words: Sequence[str], folder: pathlib.Path, calls: Sequence[str],
             within: pathlib.Path | None = None) -> dict[str, list[int]]:
    """The numbers of those calls that are about a folder and what is in it, by the name of the call.

    - within: the folder, where that is not the one in which the program runs.

    Most files that a program looks at are libraries and folders of libraries; nothing is lost when it dies at these.
    strace counts by threads and harms that number in each, so a number at which one thread is about a file elsewhere is
    left out for all.
    """
    trace = folder.with_name(f"{folder.name} trace")
    program.run(*words, folder=folder, under=["strace", "-f", "-y", "-o", str(trace), "-e", f"trace={','.join(calls)}"])
    times = collections.Counter()
    found: dict[str, set[int]] = {call: set() for call in calls}
    elsewhere: dict[str, set[int]] = {call: set() for call in calls}
    for thread, call, rest in re.findall(r"^(\d+) +(\w+)\((.*)", trace.read_text(errors="replace"), re.MULTILINE):
        times[thread, call] += 1
        rest = re.sub(r"^AT_FDCWD(<[^>]*>)?, ", "", rest)
        if str(within or folder) in rest or re.match(r'"[^/]', rest):
            found[call].add(times[thread, call])
        elif re.match(r'(\d+<|")/', rest):
            elsewhere[call].add(times[thread, call])
    trace.unlink()
    return {call: sorted(numbers - elsewhere[call]) for call, numbers in found.items()}


def harmed(program: Program, words: Sequence[str], folder: pathlib.Path, call: str, number: int | str, harm: str,
           **options) -> Answer:
    """Runs a command and harms its n-th call of a kind.

    - number: counts from 1, or is in strace's words, such as `3+` for this and all later ones.
    - harm: in strace's words, `signal=SIGKILL` or `error=ENOSPC`.
    """
    return program.run(*words, folder=folder, under=[
        "strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{harm}:when={number}"],
        **options)


def is_killed(program: Program, words: Sequence[str], folder: pathlib.Path, call: str, number: int) -> bool:
    """Kills a command at its n-th call of a kind; whether it came to that call."""
    return harmed(program, words, folder, call, number, "signal=SIGKILL").code == -signal.SIGKILL
