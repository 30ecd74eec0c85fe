"""Files that are bad as a whole, or only look so: how an import of each ends."""
import dataclasses
import gzip
import io
import subprocess
import tarfile
import zipfile
from typing import Callable

import logs
from catalogue_lines import HEADER, row

LINE = (logs.line() + "\n").encode()
SECOND = (logs.line(message_id="2") + "\n").encode()
LOG = b"".join((logs.line(message_id=str(number)) + "\n").encode() for number in range(5000))


@dataclasses.dataclass(frozen=True)
class BadFile:
    """- content: what stands in the file.
    - code, reason: how the import ends, and the word that it says; no reason when there is nothing wrong.
    - lines: how many are read; not compared when there are none given.
    - options: of the import.
    """

    number: str
    what: str
    content: Callable[[], bytes]
    code: int = 0
    reason: str = ""
    lines: int | None = None
    options: tuple[str, ...] = ()


def _packed(tool: str, content: bytes, *options: str) -> bytes:
    return subprocess.run([tool, "-q", "-c", *options], input=content, capture_output=True, check=True).stdout


def _bad_check(packed: bytes) -> bytes:
    return packed[:-6] + bytes([packed[-6] ^ 1]) + packed[-5:]


def _archive(make: Callable[[io.BytesIO], None]) -> bytes:
    buffer = io.BytesIO()
    make(buffer)
    return buffer.getvalue()


def _zip(buffer: io.BytesIO) -> None:
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("log.jsonl", LINE)


def _tar(buffer: io.BytesIO) -> None:
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        entry = tarfile.TarInfo("log.jsonl")
        entry.size = len(LINE)
        archive.addfile(entry, io.BytesIO(LINE))


def _long_head(length: int) -> bytes:
    """gzip whose header holds a long name, which has to be passed over."""
    plain = gzip.compress(LINE)
    return plain[:3] + b"\x08" + plain[4:10] + b"n" * length + b"\0" + plain[10:]


def _skippable(content: bytes) -> bytes:
    return b"\x50\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content


FILES = [
    BadFile("B02", "a last line without its end", lambda: LINE + SECOND[:-1], lines=2),
    BadFile("B03", "a last row without its end", lambda: f"{HEADER}\n".encode() + row() + b"\n" + row(), lines=2),
    BadFile("B03", "the same as final", lambda: f"{HEADER}\n".encode() + row() + b"\n" + row(), lines=3, options=("--final",)),
    BadFile("B03", "the same compressed", lambda: gzip.compress(f"{HEADER}\n".encode() + row() + b"\n" + row()), lines=3),
    BadFile("B04", "line ends of both kinds", lambda: LINE + SECOND.replace(b"\n", b"\r\n"), lines=2),
    BadFile("B05", "lone carriage returns", lambda: (LINE + SECOND).replace(b"\n", b"\r"), 65, "no-newlines"),
    *(BadFile("B07", name, lambda name=name: LINE.decode().encode(name), 65, "utf16")
      for name in ("utf-16", "utf-16-le", "utf-16-be")),
    *(BadFile("B08", name, lambda name=name: LINE.decode().encode(name), 65, "utf32")
      for name in ("utf-32", "utf-32-le", "utf-32-be")),
    BadFile("B17", "nothing", lambda: b"", lines=0), BadFile("B18", "a line end", lambda: b"\n", lines=1),
    BadFile("B19", "a shell prompt", lambda: b"$ cat log\n$ \n", 65, "not-a-receipt-log"),
    BadFile("B19", "a page", lambda: b"<!DOCTYPE html>\n<html>\n<body>502 Bad Gateway</body>\n</html>\n", 65, "not-a-receipt-log"),
    BadFile("B19", "XML", lambda: b'<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>\n', 65, "not-a-receipt-log"),
    BadFile("B20", "a program", lambda: b"\x7fELF\x02\x01\x01" + bytes(100), 65, "unsupported:elf"),
    BadFile("B20", "a database", lambda: b"SQLite format 3\0" + bytes(100), 65, "unsupported:sqlite"),
    BadFile("B20", "a zip archive or spreadsheet", lambda: _archive(_zip), 65, "unsupported:zip"),
    BadFile("B20", "a tar archive", lambda: _archive(_tar), 65, "unsupported:tar"),
    BadFile("B39", "gzip cut short", lambda: gzip.compress(LOG)[:-2000], 65, "gz-truncated"),
    BadFile("B40", "gzip of several members", lambda: gzip.compress(LINE) + gzip.compress(SECOND), lines=2),
    BadFile("B41", "zeros behind gzip", lambda: gzip.compress(LINE) + bytes(1000), lines=1),
    BadFile("B41", "something behind gzip", lambda: gzip.compress(LINE) + b"garbage", lines=1),
    BadFile("B42", "a gzip check that is wrong", lambda: _bad_check(gzip.compress(LINE)), 65, "gz-crc"),
    BadFile("B45", "zstd cut short", lambda: _packed("zstd", LOG)[:-200], 65, "zst-truncated"),
    BadFile("B45", "a zstd checksum that is wrong", lambda: _packed("zstd", LINE, "--check")[:-1] + b"\0", 65, "zst-checksum"),
    BadFile("B46", "zstd of several frames", lambda: _packed("zstd", LINE) + _packed("zstd", SECOND), lines=2),
    BadFile("B46", "a frame to be skipped", lambda: _skippable(b"note") + _packed("zstd", LINE), lines=1),
    BadFile("B48", "a zstd window of 2 GiB", lambda: _packed("zstd", LINE, "--long=31", "--ultra"), 65, "zst-window"),
    BadFile("B50", "gzip in gzip", lambda: gzip.compress(gzip.compress(LINE)), 65, "nested-compression"),
    BadFile("B51", "xz", lambda: b"\xfd7zXZ\0" + bytes(50), 65, "unsupported:xz"),
    BadFile("B51", "bzip2", lambda: b"BZh91AY&SY" + bytes(50), 65, "unsupported:bz2"),
    # Read since docs/formats.md has it.
    BadFile("B51", "lz4", lambda: _packed("lz4", LINE), lines=1),
    BadFile("B52", "a long name in gzip", lambda: _long_head(1000), lines=1),
    BadFile("B52", "a name of 1 MiB in gzip", lambda: _long_head(1 << 20), lines=1),
    BadFile("B55", "an object over several lines", lambda: b'{\n  "app_key": "1",\n  "message_id": "2"\n}\n', 65,
            "not-a-receipt-log"),
    BadFile("B56", "an array", lambda: b"[" + LINE + b"," + SECOND + b"]", lines=2),
    BadFile("B72", "a receipt in a field", lambda: (logs.json.dumps({"content": logs.line()}) + "\n").encode(), lines=1,
            options=("--unwrap", "content")),
    BadFile("B85", "columns in another order, and more",
            lambda: ("extra," + ",".join(reversed(HEADER.split(","))) + "\nx,").encode() +
            b",".join(reversed(row().split(b","))) + b"\n", lines=2),
    BadFile("B86", "a header that lacks a column", lambda: b"app_key,message_id,event_time\n1,2,3\n", 65, "csv-header"),
    BadFile("B86", "no header", lambda: row() + b"\n" + row() + b"\n", 65, "csv-header"),
    BadFile("B86", "a header as an option", lambda: row() + b"\n", lines=1, options=("--columns", HEADER)),
    BadFile("B87", "a column twice", lambda: (HEADER + ",app_key\n").encode() + row() + b",1\n", 65, "csv-duplicate-column"),
    BadFile("B88", "a header alone", lambda: (HEADER + "\n").encode(), lines=1),
    BadFile("B94", "semicolons", lambda: (HEADER + "\n").encode().replace(b",", b";") + row().replace(b",", b";") + b"\n",
            lines=2),
    BadFile("B94", "sep= before the header", lambda: b"sep=\t\n" + (HEADER + "\n").encode().replace(b",", b"\t") +
            row().replace(b",", b"\t") + b"\n", lines=3),
]
