"""Logs as they live (P6, P7): whatever happens to files between imports, no line is lost and growth alone is read.

A model in plain Python keeps every line that stood whole in a file when an import looked. At the end the ledger has to
be that of one import of these lines.
"""
import gzip
import json
import os
import pathlib
import random
import shutil
from typing import Iterator

from proof import Broken, Place, Proof

COLUMNS = ("app_key", "message_id", "event_time", "event_type", "device_id")
HEADER = (",".join(COLUMNS) + "\n").encode()
# Instants of the events, in milliseconds: from 2026-09-01 on.
START = 1_788_220_800_000


class Log:
    """One log and the files that it was rotated into, the newest first.

    - written: whole lines of the file that is written to.
    - part: what is there of a line that is not complete yet, `begun`.
    - grown: lines since the last import, when nothing else has happened; `None` otherwise.
    """

    def __init__(self, folder: pathlib.Path, name: str, chance: random.Random):
        self.folder, self.path, self.chance = folder, folder / name, chance
        self.is_csv = name.endswith(".csv")
        self.rotated: list[tuple[pathlib.Path, list[bytes]]] = []
        self.written: list[bytes] = []
        self.part = self.begun = b""
        self.grown: int | None = None

    def line(self) -> bytes:
        """A line that no other log has."""
        values = ("333526247", str(10**16 + self.chance.randrange(50)),
                  str(START + self.chance.randrange(5 * 86_400_000)), self.chance.choice(("sent", "arrive", "click")),
                  f"{self.chance.getrandbits(128):032x}")
        return (",".join(values) if self.is_csv else json.dumps(dict(zip(COLUMNS, values)))).encode() + b"\n"

    def begin(self) -> None:
        self.written, self.part = [], b""
        self.path.write_bytes(self.header)
        if self.grown is not None:
            self.grown += self.is_csv

    @property
    def header(self) -> bytes:
        return HEADER if self.is_csv else b""

    def append(self, count: int, leaves_part: bool = False) -> None:
        if not self.path.exists():
            self.begin()
        text = b""
        for _ in range(count):
            line = self.line()
            if self.part:
                # The line that was begun is ended first.
                line, rest, self.part = self.begun, self.begun[len(self.part):], b""
                text += rest
            else:
                text += line
            self.written.append(line)
        if leaves_part and not self.part:
            self.begun = self.line()
            self.part = self.begun[:self.chance.randrange(1, len(self.begun) - 1)]
            text += self.part
        with self.path.open("ab") as file:
            file.write(text)
        if self.grown is not None:
            self.grown += count

    def finish(self) -> None:
        """What writes a log rotates it between two lines."""
        if self.part:
            self.append(1)

    def rotate(self, copies: bool) -> None:
        """Gives the files the next numbers; the newest is renamed, or copied and then truncated."""
        if not self.path.exists():
            return
        self.finish()
        moved = []
        for index in range(len(self.rotated) - 1, -1, -1):
            path, lines = self.rotated[index]
            target = self.folder / f"{self.path.name}.{index + 2}{'.gz' if path.suffix == '.gz' else ''}"
            path.rename(target)
            moved.insert(0, (target, lines))
        first = self.folder / f"{self.path.name}.1"
        if copies:
            shutil.copyfile(self.path, first)
        else:
            self.path.rename(first)
        self.rotated = [(first, self.written)] + moved
        self.begin()

    def compress(self) -> None:
        plain = [index for index, (path, _) in enumerate(self.rotated) if path.suffix != ".gz"]
        if plain:
            index = self.chance.choice(plain)
            path, lines = self.rotated[index]
            packed = path.with_name(path.name + ".gz")
            packed.write_bytes(gzip.compress(path.read_bytes(), 1, mtime=0))
            path.unlink()
            self.rotated[index] = (packed, lines)

    def truncate(self, grows_beyond: bool) -> None:
        """Empties the file, which loses what no import has seen; perhaps it is soon longer than it was."""
        if self.path.exists():
            count = len(self.written)
            self.begin()
            if grows_beyond:
                self.append(count + self.chance.randrange(1, 5))

    def replace(self, keeps_beginning: bool, by_rename: bool) -> None:
        """Other content under the same name, with the same first lines or none, often with the same inode."""
        if not self.path.exists():
            return
        self.part, count = b"", len(self.written)
        # Often more than the first 4 KiB, by which a file is known among other things.
        kept = self.written[:self.chance.randrange(count // 2, count + 1)] if keeps_beginning else []
        self.written = kept + [self.line() for _ in range(max(1, count - len(kept)) + self.chance.randrange(8))]
        content = self.header + b"".join(self.written)
        if by_rename:
            other = self.path.with_name("." + self.path.name)
            other.write_bytes(content)
            os.replace(other, self.path)
        else:
            self.path.unlink()
            self.path.write_bytes(content)

    def step(self) -> None:
        """Something that happens to logs; all but growth may make files be read again."""
        chance = self.chance
        all_of_it = ("append", "rotate", "truncate", "replace", "compress", "copy")
        happens = chance.choices(all_of_it, (10, 3, 1, 4, 2, 1))[0]
        if happens == "append":
            self.append(chance.randrange(1, 100), chance.random() < 0.3)
            return
        self.grown = None
        if happens == "rotate":
            self.rotate(copies=chance.random() < 0.5)
        elif happens == "truncate":
            self.truncate(grows_beyond=chance.random() < 0.5)
        elif happens == "replace":
            self.replace(chance.random() < 0.7, chance.random() < 0.5)
        elif happens == "compress":
            self.compress()
        elif self.rotated:
            path, _ = chance.choice(self.rotated)
            shutil.copyfile(path, self.folder / f"copy-of-{path.name}")

    def whole(self) -> list[bytes]:
        """The lines that an import finds."""
        written = self.written if self.path.exists() else []
        return written + [line for _, lines in self.rotated for line in lines]


def histories(place: Place, count: int) -> Iterator[str]:
    for number in range(count):
        chance = place.random("history", number)
        folder = place.fresh(f"history-{number}")
        (folder / "logs").mkdir()
        names = chance.choice((["app.log"], ["app.csv"], ["app.csv", "other.csv"], ["app.log", "app.csv"]))
        logs = [Log(folder / "logs", name, chance) for name in names]
        seen: set[bytes] = set()
        bare: set[pathlib.Path] = set()
        where = f"history {number}"
        for _ in range(chance.randrange(6, 16)):
            if chance.random() < 0.45:
                bare = imported(place, folder, logs, seen, bare, where)
            else:
                chance.choice(logs).step()
        imported(place, folder, logs, seen, bare, where)
        compare(place, folder, seen, where)
        shutil.rmtree(folder)
        yield where


def imported(place: Place, folder: pathlib.Path, logs: list[Log], seen: set[bytes], bare_before: set[pathlib.Path],
             where: str) -> set[pathlib.Path]:
    """Imports, and compares what was read with what was appended.

    - bare_before: the files that held nothing but their header at the import before.
    - Returns: those of this import.
    """
    bare = {path for path in (folder / "logs").iterdir() if holds_header_alone(path)}
    for log in logs:
        seen.update(log.whole())
    answer = place.program.run("import", "--json", "logs", folder=folder)
    if answer.code != 0 or answer.json["rejected"] > 0:
        raise Broken(f"{where}: an import ended with {answer.code}: {answer.output.decode()}{answer.said}")
    if all(log.grown is not None for log in logs):
        appended = sum(log.grown for log in logs)
        # Another file with the same header goes on where a header alone was known; then this one is read again.
        if answer.json["lines"] > appended + len(bare | bare_before):
            raise Broken(f"{where}: {appended} lines were appended, {answer.json['lines']} were read")
    for log in logs:
        log.grown = 0
    return bare


def holds_header_alone(path: pathlib.Path) -> bool:
    """Whether no line but a CSV's header is complete in a file."""
    content = path.read_bytes()
    return content[:content.rfind(b"\n") + 1] == HEADER


def compare(place: Place, folder: pathlib.Path, seen: set[bytes], where: str) -> None:
    """Compares the ledger with that of one import of all lines that an import could have seen."""
    once = folder / "once"
    once.mkdir()
    objects = [json.loads(line) if line.startswith(b"{") else dict(zip(COLUMNS, line.decode().strip().split(",")))
               for line in sorted(seen)]
    (once / "all.jsonl").write_text("".join(json.dumps(fields) + "\n" for fields in objects))
    answer = place.program.run("import", "--json", "all.jsonl", folder=once)
    if answer.code != 0 or answer.json["merged"] != len(seen):
        raise RuntimeError(f"the lines of the model were not read: {answer.output.decode()}{answer.said}")
    if place.program.fingerprint(folder) != place.program.fingerprint(once):
        raise Broken(f"{where}: the ledger is not that of the {len(seen)} lines that were there")


PROOFS = [
    Proof("rotation", ["P6", "P7"], "logs that grow, are rotated, cut, replaced and compressed between imports",
          "histories", 100, 10_000, histories, "prefix-not-compared"),
]
