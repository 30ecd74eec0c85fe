"""How long a command takes and how much memory it needs."""
import dataclasses
import os
import pathlib
import subprocess
import tempfile
import threading
import time

from program import LIMIT, Answer, Program


@dataclasses.dataclass(frozen=True)
class Measured:
    """- seconds: from start to end by the clock.
    - peak: bytes that stood in memory at most.
    """

    answer: Answer
    seconds: float
    peak: int


def measured(program: Program, *words: str, folder: pathlib.Path, input: pathlib.Path | int | None = None,
             limit: float = LIMIT) -> Measured:
    """Runs a command and measures it; one that takes longer than the limit is ended by a signal.

    - input: a file, or the end of a pipe.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as said:
        source = open(input, "rb") if isinstance(input, pathlib.Path) else input
        start = time.monotonic()
        process = subprocess.Popen([str(program.path), *words], cwd=folder, stdout=output, stderr=said,
                                   stdin=subprocess.DEVNULL if source is None else source, env=program.environment())
        end = threading.Timer(limit, process.kill)
        end.start()
        # Popen's own waiting does not tell what was used.
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        end.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        if isinstance(input, pathlib.Path):
            source.close()
        output.seek(0)
        said.seek(0)
        answer = Answer(process.returncode, output.read(), said.read().decode(errors="replace"))
    return Measured(answer, seconds, usage.ru_maxrss * 1024)
