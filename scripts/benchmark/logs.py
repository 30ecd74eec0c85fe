"""The logs that are read: simulated, seeded, kept in `.build/benchmark/logs`, since making them takes long."""
import hashlib
import os
import shutil
import subprocess
import sys
from typing import BinaryIO, Callable, Iterator

from timing import Command, Figures, run

# What a log is like beside the ordinary one, as `simulate --world` knows it.
WORLDS = {
    "versions": "long tails of app and OS versions", "builds": "3,000 versions of each app",
    "singles": "most messages to one device",
}
SHAPES = {"jsonl": "jsonLines", "csv": "csv"}
# A hundred weeks from here must have passed, since an event of the future is judged otherwise than one of the past.
START = "2024-01-01"
COMPRESSORS = {"gz": ["gzip", "-6"], "zst": ["zstd", "-3", "-q"]}


class Logs:
    """Logs of one simulator.

    - unit: a million events, or fewer to try things; the slice of a growing log.
    """

    def __init__(self, pushledger: str, folder: str, unit: int) -> None:
        self.pushledger, self.unit = pushledger, unit
        # Another simulator writes other logs for the same seed, and must not find these.
        sample = subprocess.check_output([pushledger, "simulate", "--events", "2000", "--start", START])
        name = hashlib.sha256(sample).hexdigest()[:12]
        self.folder = os.path.join(folder, name)
        os.makedirs(self.folder, exist_ok=True)
        for other in os.listdir(folder):
            if other != name:
                shutil.rmtree(os.path.join(folder, other))

    def week(self, events: int, shape: str = "jsonl", world: str = "") -> str:
        """A log of one week, however many events it has; the ordinary one without a world."""
        path = self._path(f"week-{world}{events}.{shape}")
        if not os.path.exists(path):
            unlike = ["--world", world] if world else []
            with _whole(path) as made:
                subprocess.check_call([*self._simulate(events, 7, shape), *unlike, "--output", made])
        return path

    def other(self, name: str, events: int, lines: Callable[[int], Iterator[str]]) -> str:
        """A log of another source, which `lines` makes."""
        path = self._path(f"{events}-{name}")
        if not os.path.exists(path):
            with _whole(path) as made, open(made, "w") as out:
                out.writelines(lines(events))
        return path

    def compressed(self, log: str, ending: str) -> str:
        """The same log compressed; beside it, for the programs that go by names."""
        path = f"{log}.{ending}"
        if not os.path.exists(path):
            with _whole(path) as made, open(made, "wb") as out:
                subprocess.check_call([*COMPRESSORS[ending], "-c", log], stdout=out)
        return path

    def grown(self, units: int) -> tuple[str, str]:
        """A log of `units` weeks with one unit in each, and the unit that comes next.

        Cut out of one simulation, so the next slice also has the late receipts of what was sent before it.
        """
        base, following = self._path(f"grown-{units}x{self.unit}.jsonl"), self.following(units)
        if not (os.path.exists(base) and os.path.exists(following)):
            with _whole(base) as made, open(made, "wb") as out:
                self._cut(units, out)
        return base, following

    def pour(self, units: int, sink: Command) -> Figures:
        """Gives the same to a command's standard input instead of a file: a log of 100 M events has 54 GB."""
        return run([sink], lambda entrance: self._cut(units, entrance))

    def following(self, units: int) -> str:
        """Where the unit after a grown log lies, once that was made."""
        return self._path(f"grown-{units}x{self.unit}-next.jsonl")

    def late(self, units: int, ledger: str) -> str:
        """A unit of events that are all new and all belong to deliveries of the grown log, given its ledger."""
        path = self._path(f"late-{units}x{self.unit}.jsonl")
        if not os.path.exists(path):
            script = os.path.join(os.path.dirname(__file__), "late_events.py")
            with _whole(path) as made:
                subprocess.check_call([sys.executable, script, ledger, str(self.unit), made])
        return path

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def _simulate(self, events: int, days: int, shape: str = "jsonl") -> list[str]:
        return [self.pushledger, "simulate", "--events", str(events), "--start", START, "--days", str(days),
                "--shape", SHAPES[shape]]

    def _cut(self, units: int, base: BinaryIO) -> None:
        command = self._simulate(self.unit * (units + 1), 7 * (units + 1))
        with subprocess.Popen(command, stdout=subprocess.PIPE) as simulation, \
                _whole(self.following(units)) as made, open(made, "wb") as rest:
            cut(simulation.stdout, self.unit * units, base, rest)
            base.close()


class _whole:
    """A path to write to, which gets its name when all is written: half a log must not be taken for one."""

    def __init__(self, path: str) -> None:
        self.path, self.made = path, f"{path}.part"

    def __enter__(self) -> str:
        return self.made

    def __exit__(self, failure: type | None, *_: object) -> None:
        if failure is None:
            os.rename(self.made, self.path)
        elif os.path.exists(self.made):
            os.remove(self.made)


def cut(source: BinaryIO, lines: int, first: BinaryIO, rest: BinaryIO) -> None:
    """Copies so many lines to `first` and what comes after them to `rest`."""
    while block := source.read(1 << 20):
        count = block.count(b"\n")
        if count < lines:
            lines -= count
            first.write(block)
            continue
        end = 0
        for _ in range(lines):
            end = block.index(b"\n", end) + 1
        first.write(block[:end])
        rest.write(block[end:])
        lines = 0
