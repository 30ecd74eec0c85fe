"""Programs under strace: which system calls they make, and harm at one of them."""
import pathlib
import re
import shutil
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
    """How often an undisturbed run makes each of the calls."""
    trace = folder / "trace.txt"
    program.run(*words, folder=folder, under=["strace", "-f", "-o", str(trace), "-e", f"trace={','.join(calls)}"])
    found = re.findall(r"^\d+ +(\w+)\(", trace.read_text(errors="replace"), re.MULTILINE)
    trace.unlink()
    return {call: found.count(call) for call in calls}


def harmed(program: Program, words: Sequence[str], folder: pathlib.Path, call: str, number: int | str, harm: str,
           **options) -> Answer:
    """Runs a command and harms its n-th call of a kind.

    - number: counts from 1, or is in strace's words, such as `3+` for this and all later ones.
    - harm: in strace's words, `signal=SIGKILL` or `error=ENOSPC`.
    """
    return program.run(*words, folder=folder, under=[
        "strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{harm}:when={number}"],
        **options)
