"""Packed logs that are still written or lie about what they are; and logs that are long, or lines of them."""
import gzip
import pathlib
import subprocess

import logs
from catalogue_files import LINE, LOG, SECOND
from catalogue_trying import Check, imported, log
from measuring import MEMORY, measured
from proof import Broken, Place


def growing_gzip(place: Place, folder: pathlib.Path) -> None:
    """gzip that is still being written"""
    whole = gzip.compress(LOG)
    path = log(folder, content=whole[:-500])
    imported(place, folder, "log", code=65, says="gz-truncated")
    path.write_bytes(whole)
    imported(place, folder, "log", lines=5000)


def names_lie(place: Place, folder: pathlib.Path) -> None:
    """plain text named .gz, and gzip that is not"""
    log(folder, "plain.gz")
    log(folder, "packed.jsonl", gzip.compress(SECOND))
    imported(place, folder, "plain.gz", "packed.jsonl", lines=3)


def dictionary(place: Place, folder: pathlib.Path) -> None:
    """zstd that needs a dictionary"""
    for number in range(300):
        log(folder, f"sample-{number}", logs.line(message_id=str(number * 7919)).encode())
    subprocess.run(["zstd", "-q", "--train", *(f"sample-{number}" for number in range(300)), "--maxdict=2048", "-o", "words"],
                   cwd=folder, check=True, capture_output=True)
    packed = subprocess.run(["zstd", "-q", "-c", "-D", "words"], cwd=folder, input=LINE, check=True, capture_output=True)
    log(folder, content=packed.stdout)
    imported(place, folder, "log", code=65, says="zst-dictionary")


def no_newlines(place: Place, folder: pathlib.Path) -> None:
    """10 GB without a line end, which take no room on the disk"""
    with (folder / "log").open("wb") as file:
        file.write(b"x" * (2 << 20))
        file.truncate(10 << 30)
    run = measured(place.program, "import", "--json", "log", folder=folder)
    if run.answer.code != 65 or "no-newlines" not in run.answer.said or run.peak > MEMORY:
        raise Broken(f"ended with {run.answer.code} and {run.peak >> 20} MiB: {run.answer.said}")


def long_line(place: Place, folder: pathlib.Path) -> None:
    """a line of 100 MB between two good ones"""
    with (folder / "log").open("wb") as file:
        file.write(LINE)
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b"\n" + SECOND)
    run = measured(place.program, "import", "--json", "--memory", "64M", "--max-rejects", "1", "log", folder=folder)
    if run.answer.code != 0 or run.answer.json["rejected"] != 1 or run.peak > MEMORY:
        raise Broken(f"ended with {run.answer.code} and {run.peak >> 20} MiB: {run.answer.said}")


def large_log(place: Place, folder: pathlib.Path) -> None:
    """a log of 10 GB"""
    place.program.simulate(folder / "part", 100_000)
    part = (folder / "part").read_bytes()
    times = -(-(10 << 30) // len(part))
    with (folder / "log").open("wb") as file:
        for _ in range(times):
            file.write(part)
    run = measured(place.program, "import", "--json", "--memory", "64M", "log", folder=folder, limit=3600)
    if run.answer.code != 0 or run.answer.json["lines"] != part.count(b"\n") * times or run.peak > MEMORY:
        raise Broken(f"ended with {run.answer.code} and {run.peak >> 20} MiB: {run.answer.said}")


PACKINGS: list[tuple[str, Check]] = [
    ("B14", long_line), ("B15", no_newlines), ("B43", growing_gzip), ("B44", names_lie), ("B47", dictionary),
]
LARGE_PACKINGS: list[tuple[str, Check]] = [("B15", large_log)]
