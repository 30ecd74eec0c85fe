"""Packed logs that are still written, lie about what they are, or grow without end; and lines that do not end."""
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


def bomb(place: Place, folder: pathlib.Path) -> None:
    """200 MB of zeros in a few KB, which is stopped in bounded memory"""
    _bombs(place, folder, 200 << 20)


def _bombs(place: Place, folder: pathlib.Path, size: int) -> None:
    for tool, options in (("zstd", ["-19"]), ("gzip", ["-9"]), ("lz4", ["-9"])):
        with (folder / "log").open("wb") as target:
            source = subprocess.Popen(["head", "-c", str(size), "/dev/zero"], stdout=subprocess.PIPE)
            subprocess.run([tool, "-q", "-c", *options], stdin=source.stdout, stdout=target, check=True)
            source.wait()
        run = measured(place.program, "import", "--json", "--memory", "64M", "log", folder=folder)
        # Zeros are no lines either, whichever is noticed first.
        if run.answer.code != 65 or not any(word in run.answer.said for word in ("decompressed-limit", "no-newlines")):
            raise Broken(f"{tool}: ended with {run.answer.code}: {run.answer.said}")
        if run.peak > MEMORY:
            raise Broken(f"{tool}: took {run.peak >> 20} MiB")


def packed_lines(place: Place, folder: pathlib.Path) -> None:
    """a line repeated until it is far larger than a log of its length"""
    line = LINE.replace(b'"isp": ""', b'"isp": "' + b" " * 500_000 + b'"')
    log(folder, content=subprocess.run(["zstd", "-q", "-c", "-19"], input=line * 400, capture_output=True, check=True).stdout)
    run = measured(place.program, "import", "--json", "--memory", "64M", "log", folder=folder)
    if run.answer.code != 65 or "decompressed-limit" not in run.answer.said or run.peak > MEMORY:
        raise Broken(f"ended with {run.answer.code} and {run.peak >> 20} MiB: {run.answer.said}")


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


def large_bombs(place: Place, folder: pathlib.Path) -> None:
    """10 GB of zeros, packed"""
    _bombs(place, folder, 10 << 30)


PACKINGS: list[tuple[str, Check]] = [
    ("B15", no_newlines), ("B43", growing_gzip), ("B44", names_lie), ("B47", dictionary), ("B49", bomb), ("B49", packed_lines),
]
LARGE_PACKINGS: list[tuple[str, Check]] = [("B14", long_line), ("B49", large_bombs)]
