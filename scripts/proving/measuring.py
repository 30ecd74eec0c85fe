"""How long a command takes and how much memory it needs."""
import dataclasses
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

from program import LIMIT, Answer, Program

# Bytes that an import of anything may take.
MEMORY = 128 << 20


@dataclasses.dataclass(frozen=True)
class Measured:
    """- seconds: from start to end by the clock.
    - peak: bytes that stood in memory at most.
    """

    answer: Answer
    seconds: float
    peak: int


# What is said to have been a process's peak is also that of the one it was forked from, so it is forked from a small one.
STARTER = """
import os, sys, time
start = time.monotonic()
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
with open(sys.argv[1], "w") as report:
    report.write(f"{os.waitstatus_to_exitcode(status)} {time.monotonic() - start} {usage.ru_maxrss * 1024}")
"""


def measured(program: Program, *words: str, folder: pathlib.Path, limit: float = LIMIT) -> Measured:
    """Runs a command and measures it; one that takes longer than the limit is ended by a signal."""
    with tempfile.TemporaryDirectory() as place:
        report = pathlib.Path(place, "report")
        process = subprocess.Popen([sys.executable, "-I", "-S", "-c", STARTER, str(report), str(program.path), *words],
                                   cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=program.environment(), start_new_session=True)
        try:
            output, said = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return Measured(Answer(-signal.SIGKILL, b"", f"still at work after {limit} s"), limit, 0)
        code, seconds, peak = report.read_text().split()
    return Measured(Answer(int(code), output, said.decode(errors="replace")), float(seconds), int(peak))
