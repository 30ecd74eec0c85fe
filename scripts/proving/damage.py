"""Damaged, foreign and newer ledgers (P22): named, never guessed at, and not touched."""
import hashlib
import pathlib
import random
import shutil
import sqlite3
import subprocess
from typing import Iterator

import logs
from program import AS_OF, Answer, worlds
from proof import Broken, Place, Proof

DONE, EMPTY, INCONSISTENT, DAMAGED, PERMISSION, FOREIGN = 0, 66, 70, 74, 77, 78
# What each may end with; none of these writes into the ledger.
READING = {
    "verify": (["verify"], {DONE, INCONSISTENT, DAMAGED, FOREIGN}),
    "report": (["report", "daily", "--as-of", AS_OF], {DONE, INCONSISTENT, DAMAGED, FOREIGN}),
    "query": (["query", "--sql", "SELECT * FROM events", "--format", "csv"], {DONE, DAMAGED, FOREIGN}),
    "backup": (["backup", "copy.db"], {DONE, DAMAGED, FOREIGN}),
}
# Seconds after which a command hangs.
PATIENCE = 60


def ledgers(place: Place, count: int) -> Iterator[str]:
    """First ledgers that are none of ours, then bits flipped, bytes lost and the end cut off."""
    whole = place.fresh("whole")
    place.program.simulate(whole / "log.jsonl", 600, *worlds(place.random("worlds")), seed=place.seed)
    place.program.simulate(whole / "more.jsonl", 200, *worlds(place.random("more")), seed=place.seed + 1)
    files = [str(whole / "log.jsonl"), *map(str, logs.SOURCES.iterdir())]
    place.program.run("import", "--quiet", "--app", "333526247", *files, folder=whole)
    content = (whole / "push.db").read_bytes()
    wanted = {name: place.program.run(*words, folder=whole) for name, (words, _) in READING.items()}
    known = _content(whole / "push.db")
    yield from _none_of_ours(place, content)
    for number in range(count - len(STRANGERS)):
        chance = place.random("damage", number)
        folder = place.fresh(f"damage-{number}")
        what, damaged = _harmed(content, chance)
        (folder / "push.db").write_bytes(damaged)
        where = f"damage {number}, {what}"
        # Of nothing at all nobody can tell that it was a ledger.
        none = set() if damaged else {EMPTY}
        answers = {name: _asked(place, folder, where, words, codes | none) for name, (words, codes) in READING.items()}
        if (folder / "push.db").read_bytes() != damaged and _settings(damaged) == _settings(content):
            raise Broken(f"{where}: a command that reads changed the ledger")
        _judge(folder, where, answers, wanted, known)
        shutil.copy(whole / "more.jsonl", folder)
        # One bit of a file's head says that nobody may write.
        _asked(place, folder, where, ["import", "--quiet", "more.jsonl"], {DONE, INCONSISTENT, DAMAGED, PERMISSION, FOREIGN})
        shutil.rmtree(folder)
        yield where


def _harmed(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    damaged = bytearray(content)
    at = chance.choice([chance.randrange(100), chance.randrange(8192), chance.randrange(len(content))])
    match chance.randrange(5):
        case 0:
            del damaged[at:]
            return f"cut at {at}", bytes(damaged)
        case 1:
            length = chance.choice([16, 512, 4096, 8192])
            at -= at % length
            damaged[at:at + length] = bytes(len(damaged[at:at + length]))
            return f"{length} bytes lost at {at}", bytes(damaged)
        case 2:
            for _ in range(64):
                damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
            return "64 bits flipped", bytes(damaged)
        case _:
            bit = chance.randrange(8)
            damaged[at] ^= 1 << bit
            return f"bit {bit} flipped at {at}", bytes(damaged)


def _asked(place: Place, folder: pathlib.Path, where: str, words: list[str], codes: set[int]) -> Answer:
    try:
        answer = place.program.run(*words, folder=folder, limit=PATIENCE)
    except subprocess.TimeoutExpired:
        raise Broken(f"{where}: {words[0]} hangs") from None
    if answer.code not in codes:
        raise Broken(f"{where}: {words[0]} ended with {answer.code}: {answer.said}")
    if answer.code != DONE and not (answer.said or answer.output):
        raise Broken(f"{where}: {words[0]} ended with {answer.code} and said nothing")
    return answer


def _judge(folder: pathlib.Path, where: str, answers: dict[str, Answer], wanted: dict[str, Answer], known: str) -> None:
    """An answer is right or not given, unless SQLite itself reads other values without noticing."""
    found = _content(folder / "push.db")
    for name in ("report", "query"):
        right = answers[name].code != DONE or answers[name].output == wanted[name].output
        if not right and found == known:
            raise Broken(f"{where}: another answer of {name}")
        # Of other values in a sound file: those of settings and counts of others nothing can tell, of events the digests.
        if not right and (found is None or name == "query") and answers["verify"].code == DONE:
            raise Broken(f"{where}: another answer of {name}, and verify finds nothing")
    if found is None and answers["backup"].code == DONE:
        raise Broken(f"{where}: a copy was made that is not sound")


def _content(path: pathlib.Path) -> str | None:
    """A digest of all rows as SQLite reads them; `None` when it notices damage."""
    digest = hashlib.sha256()
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as ledger:
            ledger.text_factory = bytes
            if ledger.execute("PRAGMA integrity_check").fetchall() != [(b"ok",)]:
                return None
            for row in ledger.execute("SELECT * FROM sqlite_schema ORDER BY name").fetchall():
                digest.update(repr(row).encode())
                if row[0] == b"table":
                    for values in ledger.execute(f'SELECT * FROM "{row[1].decode()}"'):
                        digest.update(repr(values).encode())
        return digest.hexdigest()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    finally:
        if "ledger" in locals():
            ledger.close()


def _settings(content: bytes) -> list | None:
    """What sums are counted by; where it is lost, the next command counts anew, as after a change of configuration."""
    ledger = sqlite3.connect(":memory:")
    ledger.text_factory = bytes
    try:
        ledger.deserialize(content)
        return ledger.execute("SELECT * FROM setting").fetchall()
    except sqlite3.Error:
        return None
    finally:
        ledger.close()


def _foreign(path: pathlib.Path, _: bytes) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE setting(a)")
    other.close()


def _other_version(path: pathlib.Path, content: bytes, step: int) -> None:
    path.write_bytes(content)
    with sqlite3.connect(path) as ledger:
        version = ledger.execute("PRAGMA user_version").fetchone()[0]
        ledger.execute(f"PRAGMA user_version = {version + step}")
    ledger.close()


# Each makes a file; some of them of a sound ledger.
STRANGERS = {
    "another program's file": _foreign,
    "a newer ledger": lambda path, content: _other_version(path, content, 1),
    "an older ledger": lambda path, content: _other_version(path, content, -1),
    "a log": lambda path, _: path.write_text(logs.line() + "\n"),
    "a text file as long as a page": lambda path, _: path.write_bytes(b"x" * 8192),
    "zeros": lambda path, _: path.write_bytes(bytes(65536)),
}
COMMANDS = [["import", "--quiet", "log.jsonl"], ["run", "--quiet", "log.jsonl"], ["prune", "--before", "2026-09-03"],
            ["status"], ["check"], ["export"], ["rejects"], ["rejects", "retry"], ["doctor"], ["report", "--publish"],
            ["explain", "--message", "1"], *(words for words, _ in READING.values())]


def _none_of_ours(place: Place, content: bytes) -> Iterator[str]:
    for number, (what, make) in enumerate(STRANGERS.items()):
        folder = place.fresh(f"stranger-{number}")
        (folder / "log.jsonl").write_text(logs.line() + "\n")
        path = folder / "push.db"
        make(path, content)
        before = path.read_bytes()
        for words in COMMANDS:
            where = f"{what}, {' '.join(words)}"
            answer = place.program.run(*words, folder=folder)
            if answer.code != FOREIGN:
                raise Broken(f"{where}: ended with {answer.code}: {answer.said}")
            if path.read_bytes() != before:
                raise Broken(f"{where}: changed the file")
        yield what


PROOFS = [
    Proof("damage", ["P22"], "damaged and foreign ledgers, and those of other versions, are named and not touched", "ledgers", 60, 1000, ledgers,
          mutant="newer-ledger-opened"),
]
