"""Bombs: a few KB of a packed log that become as much as somebody likes. Memory, disk and time stay bounded (P17, P18)."""
import dataclasses
import pathlib
import subprocess

from catalogue_files import LINE, LOG
from catalogue_trying import Check
from measuring import MEMORY, measured
from proof import Broken, Place

# Bytes that an import of a bomb may leave on the disk.
ROOM = 32 << 20
SMALL, LARGE = 200 << 20, 10 << 30


@dataclasses.dataclass(frozen=True)
class Bomb:
    """A log whose first lines are good, and what it becomes behind them.

    - filling: bytes that are repeated to the length of the bomb.
    - frames: whether each piece of 4 MiB is packed by itself.
    """

    what: str
    tool: str
    filling: bytes
    frames: bool = False

    def write(self, path: pathlib.Path, size: int) -> None:
        """Packs a part of it and repeats that, so that gigabytes take no time."""
        part = 4 << 20 if self.frames else SMALL
        packed = _packed(self.tool, self.filling * (part // len(self.filling)))
        with path.open("wb") as file:
            file.write(_packed(self.tool, LOG))
            for _ in range(size // part):
                file.write(packed)


FILLED = [
    Bomb("zeros", "zstd", b"\0"), Bomb("zeros", "gzip", b"\0"), Bomb("zeros", "lz4", b"\0"),
    Bomb("zeros in many frames", "zstd", b"\0", frames=True), Bomb("zeros in many members", "gzip", b"\0", frames=True),
    Bomb("line ends", "zstd", b"\n"), Bomb("brackets", "zstd", b"["),
    Bomb("one good line over and over", "zstd", LOG[:LOG.index(b"\n") + 1]),
    Bomb("lines of blanks", "zstd", LINE.replace(b'"isp": ""', b'"isp": "' + b" " * 500_000 + b'"')),
]
# What is packed to less than a thousandth is stopped; these two cannot pack that tightly, and are read to their end.
READ_TO_THE_END = ("gzip", "lz4")


def _packed(tool: str, content: bytes) -> bytes:
    level = "-3" if tool == "zstd" else "-9"
    return subprocess.run([tool, "-q", "-c", level], input=content, capture_output=True, check=True).stdout


def _check(bomb: Bomb, size: int) -> Check:
    def check(place: Place, folder: pathlib.Path) -> None:
        bomb.write(folder / "log", size)
        run = measured(place.program, "import", "--json", "--memory", "64M", "log", folder=folder, limit=1200)
        is_stopped = run.answer.code == 65 and "decompressed-limit" in run.answer.said
        is_read = run.answer.code == 0 and bomb.tool in READ_TO_THE_END
        if not is_stopped and not is_read:
            raise Broken(f"ended with {run.answer.code}: {run.answer.said}")
        if run.peak > MEMORY:
            raise Broken(f"took {run.peak >> 20} MiB of memory")
        taken = sum(path.stat().st_size for path in folder.iterdir() if path.name != "log")
        if taken > ROOM:
            raise Broken(f"took {taken >> 20} MiB of the disk")
        told = place.program.run("query", "--sql", "SELECT count(*) FROM messages", "--format", "csv", folder=folder)
        # Among the good lines may also stand the one of the filling.
        if int(told.output.decode().split()[-1]) - LOG.count(b"\n") not in (0, 1):
            raise Broken(f"the lines before it did not stay: {told.output.decode()}")
    check.__doc__ = f"{size >> 20} MiB of {bomb.what} in {bomb.tool}, behind good lines"
    return check


def zeros_alone(place: Place, folder: pathlib.Path) -> None:
    """200 MiB of zeros and nothing else, in each packing"""
    for tool in ("zstd", "gzip", "lz4"):
        (folder / "log").write_bytes(_packed(tool, bytes(SMALL)))
        run = measured(place.program, "import", "--json", "--memory", "64M", "log", folder=folder)
        # Zeros are no lines either, whichever is noticed first.
        if run.answer.code != 65 or not any(word in run.answer.said for word in ("decompressed-limit", "no-newlines")):
            raise Broken(f"{tool}: ended with {run.answer.code}: {run.answer.said}")
        if run.peak > MEMORY:
            raise Broken(f"{tool}: took {run.peak >> 20} MiB")


BOMBS: list[tuple[str, Check]] = [("B49", zeros_alone), *(("B49", _check(bomb, SMALL)) for bomb in FILLED)]
LARGE_BOMBS: list[tuple[str, Check]] = [("B49", _check(bomb, LARGE)) for bomb in FILLED]
