"""Times whole processes, in turn, and makes sure that what is timed gives the right answer."""
import dataclasses
import os
import subprocess
import sys
import time
from typing import BinaryIO, Callable, Sequence

from answers import Answer, Shape, compare

Command = Sequence[str]


@dataclasses.dataclass(frozen=True)
class Figures:
    """What one run took. The peak is the largest one of its processes.

    A peak below the size of this script itself, about 20 MiB, cannot be seen: Linux counts the process that starts
    another one in. So this script never holds a log in memory.
    """

    wall: float
    cpu: float
    peak_mib: float


@dataclasses.dataclass(frozen=True)
class Contender:
    """Something that is timed: commands that run one after another, and what has to be put in place before."""

    key: str
    title: str
    commands: Sequence[Command]
    prepare: Callable[[], None] = lambda: None
    # Reads what the run left; `None` where there is nothing to compare.
    answer: Callable[[], Answer] | None = None


@dataclasses.dataclass
class Row:
    """A contender's runs, one for each round."""

    key: str
    title: str
    rounds: list[Figures]


def run(commands: Sequence[Command], feed: Callable[[BinaryIO], None] | None = None) -> Figures:
    """Runs commands one after another, and ends everything if one fails.

    - feed: writes what each command reads from its standard input, and closes it.
    """
    start, cpu, peak = time.monotonic(), 0.0, 0.0
    for command in commands:
        process = subprocess.Popen(command, stdin=subprocess.PIPE if feed else None, stdout=subprocess.DEVNULL)
        if feed:
            feed(process.stdin)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{os.path.basename(command[0])} {command[1]} ended with {process.returncode}")
        cpu += usage.ru_utime + usage.ru_stime
        peak = max(peak, usage.ru_maxrss / 1024)
    return Figures(time.monotonic() - start, cpu, peak)


def contest(contenders: Sequence[Contender], rounds: int, shape: Shape) -> list[Row]:
    """Runs everything once to compare the answers, then `rounds` times in turn, and compares them again.

    In turn, because a machine that is busy for a while must not be busy for one contender only.
    """
    for contender in contenders:
        _prepared_run(contender)
    _compare(contenders, shape)
    rows = [Row(contender.key, contender.title, []) for contender in contenders]
    for _ in range(rounds):
        for contender, row in zip(contenders, rows):
            row.rounds.append(_prepared_run(contender))
            print(f"  {contender.title}: {row.rounds[-1].wall:.3f} s", file=sys.stderr, flush=True)
    _compare(contenders, shape)
    return rows


def _prepared_run(contender: Contender) -> Figures:
    contender.prepare()
    # What was copied into place must not be written back on the time of the one who runs next.
    os.sync()
    return run(contender.commands)


def _compare(contenders: Sequence[Contender], shape: Shape) -> None:
    answering = [contender for contender in contenders if contender.answer]
    if not answering:
        return
    wanted = answering[0].answer()
    for contender in answering[1:]:
        compare(contender.title, wanted, contender.answer(), shape)
