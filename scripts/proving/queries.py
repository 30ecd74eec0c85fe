"""Questions that may only read (P14): attacks, and what a grammar makes of them and of real questions."""
import os
import pathlib
import random
import signal
import stat
import subprocess
from typing import Iterator

from attacks import ATTACKS, CALLS, COLUMNS, FOREIGN, FUNCTIONS, OPERATORS, SETTINGS, VIEWS
from program import Answer, worlds
from proof import Broken, Place, Proof, spread
from signals import stopped_by

# Ways in, in turn.
WAYS = ["--sql", "--file", "stored"]
REFUSED, DONE, LIMIT = 64, 0, 69
# A folder for temporary files, in that of the ledger, where none may come. SQLite takes the name of such a file away at
# once, so only the folder's own times would tell of it.
TEMPORARY = "temporary"
# What is sorted or gathered here is more than SQLite keeps in memory.
LARGE = [
    "SELECT count(DISTINCT a.device_id || b.device_id || a.message_id) FROM deliveries a, deliveries b",
    "SELECT count(*) FROM (SELECT a.device_id || b.device_id AS x FROM deliveries a, deliveries b UNION SELECT 'y')",
    "SELECT count(*) FROM (SELECT a.device_id || b.device_id AS x FROM deliveries a, deliveries b ORDER BY x LIMIT -1 OFFSET 1)",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n LIMIT 300000) SELECT count(*) FROM n",
    "SELECT a.device_id || b.device_id AS x, count(*) FROM deliveries a, deliveries b GROUP BY x ORDER BY 2 DESC, 1 LIMIT 5",
    "SELECT max(n) FROM (SELECT row_number() OVER (ORDER BY a.device_id || b.device_id) AS n FROM deliveries a, deliveries b)",
]


def attacks(place: Place, count: int) -> Iterator[str]:
    """Runs every attack, and as many random statements as are wanted; nothing may change, and attacks are refused."""
    folder = _ledger(place)
    before = _state(folder)
    tried = spread(ATTACKS, count // 2)
    for number, attack in enumerate(tried):
        answer = _asked(place, folder, attack.replace("FOLDER", str(folder)), WAYS[number % len(WAYS)])
        where = f"attack {attack!r}"
        if answer.code != REFUSED or answer.output:
            raise Broken(f"{where} ended with {answer.code}: {answer.said}")
        _check(folder, before, where)
        yield where
    for number in range(count - len(tried)):
        chance = place.random("statement", number)
        statement = _statement(chance).replace("FOLDER", str(folder))
        where = f"random statement {statement!r}"
        # Some would never end.
        answer = _asked(place, folder, statement, "--file", "200ms")
        if answer.code not in (DONE, REFUSED, LIMIT):
            raise Broken(f"{where} ended with {answer.code}: {answer.said}")
        _check(folder, before, where)
        yield where
    if (answer := _asked(place, folder, "SELECT count(*) FROM deliveries", "--sql")).code != DONE:
        raise Broken(f"a real question ended with {answer.code}: {answer.said}")


def large(place: Place, count: int) -> Iterator[str]:
    """Asks what needs much room: the files that it lies in have no name and are beside the ledger, and none is left,
    neither at the end nor when the question is killed or interrupted while it has some. An interrupt ends it at once."""
    folder = _ledger(place)
    before = _state(folder)
    stopped = 0
    for question in spread(LARGE, count):
        answer = _asked(place, folder, question, "--sql", "60s")
        if answer.code not in (DONE, LIMIT):
            raise Broken(f"{question!r} ended with {answer.code}: {answer.said}")
        _check(folder, before, f"{question!r}")
        for sent in (signal.SIGKILL, signal.SIGINT):
            where = f"{question!r}, {sent.name}"
            started = place.program.start("query", "--sql", question, "--timeout", "60s", folder=folder,
                                          environment={"TMPDIR": str(folder / TEMPORARY)})
            while started.poll() is None and not _nameless(started, folder):
                _check(folder, before, f"{question!r}, at work,", is_at_work=True)
            stopped += started.poll() is None
            code, said = stopped_by(sent, started, where)
            # A command that only reads has nothing to put in order; it may also have come to its end meanwhile.
            if code not in (-sent, DONE, LIMIT):
                raise Broken(f"{where}: it ended with {code}: {said}")
            _check(folder, before, f"{where},")
        yield question
    if not stopped:
        raise Broken("no question needed a file")


def _nameless(process: subprocess.Popen, folder: pathlib.Path) -> bool:
    """Whether a process has a file of a folder open that has no name any more."""
    descriptors = pathlib.Path(f"/proc/{process.pid}/fd")
    try:
        targets = [os.readlink(descriptor) for descriptor in descriptors.iterdir()]
    except OSError:
        return False
    return any(target.startswith(f"{folder.resolve()}/.pushledger-") and target.endswith(" (deleted)") for target in targets)


def _ledger(place: Place) -> pathlib.Path:
    """A folder with a small ledger."""
    folder = place.fresh("ledger")
    place.program.simulate(folder / "log.jsonl", 800, *worlds(place.random("worlds")), seed=place.seed)
    place.program.run("import", "--quiet", "log.jsonl", folder=folder)
    for name in ("questions", TEMPORARY):
        (folder / name).mkdir()
    return folder


def _asked(place: Place, folder: pathlib.Path, sql: str, way: str, time: str = "1s") -> Answer:
    limits = ["--timeout", time, "--max-rows", "50"]
    surroundings = {"folder": folder, "environment": {"TMPDIR": str(folder / TEMPORARY)}}
    if way == "--sql":
        return place.program.run("query", "--sql", sql, *limits, **surroundings)
    if way == "--file":
        return place.program.run("query", "--file", "-", *limits, **surroundings, input=sql.encode())
    stored = folder / "questions" / "attack.sql"
    stored.write_text(sql)
    try:
        return place.program.run("query", "attack", "--queries", "questions", *limits, **surroundings)
    finally:
        stored.unlink()


def _state(folder: pathlib.Path) -> dict[str, tuple]:
    """What changes with any write, by name; of folders but that for temporary files only that they are there."""
    states = {}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        try:
            state = path.lstat()
        except FileNotFoundError:  # a temporary file that lost its name since the folder was read
            continue
        is_bare = stat.S_ISDIR(state.st_mode) and name != TEMPORARY
        states[name] = () if is_bare else (state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_mode)
    return states


def _check(folder: pathlib.Path, before: dict[str, tuple], where: str, is_at_work: bool = False) -> None:
    after = _state(folder)
    if is_at_work:
        # SQLite takes a temporary file's name away in its second call; what was seen between the two is still empty.
        after = {name: state for name, state in after.items() if not (name.startswith(".pushledger-") and state[1] == 0)}
    if after != before:
        changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        raise Broken(f"{where} changed {', '.join(changed)}")


def _statement(chance: random.Random) -> str:
    """A statement of the grammar: mostly a question, now and then with a piece of an attack in it."""
    if chance.random() < 0.2:
        words = " ".join(chance.choice(ATTACKS) for _ in range(2)).split(" ")
        return " ".join(chance.choice(words) for _ in range(chance.randint(1, 10)))
    text = _select(chance, 3)
    draw = chance.random()
    if draw < 0.1:
        return f"{text}; {chance.choice(ATTACKS)}"
    if draw < 0.2:
        return f"{chance.choice(['EXPLAIN', 'EXPLAIN QUERY PLAN', 'CREATE TEMP TABLE x AS', 'INSERT INTO setting'])} {text}"
    return text


def _select(chance: random.Random, depth: int) -> str:
    columns = ", ".join(_expression(chance, depth) for _ in range(chance.randint(1, 3)))
    text = f"SELECT {chance.choice(['', 'DISTINCT '])}{columns} FROM {_table(chance, depth)}"
    if chance.random() < 0.5:
        text += f" WHERE {_expression(chance, depth)}"
    if chance.random() < 0.2:
        text += f" GROUP BY {_expression(chance, 0)}"
    if chance.random() < 0.2:
        text += f" ORDER BY {_expression(chance, 1)}"
    if chance.random() < 0.2 and depth:
        text += f" {chance.choice(['UNION', 'UNION ALL', 'EXCEPT'])} {_select(chance, 0)}"
    if chance.random() < 0.1:
        text = f"WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) {text}"
    return text + chance.choice(["", "", " LIMIT 5", " LIMIT -1"])


def _table(chance: random.Random, depth: int) -> str:
    draw = chance.random()
    if draw < 0.1:
        return chance.choice(FOREIGN)
    if draw < 0.2:
        return chance.choice([f"pragma_{setting.split(' ')[0].split('(')[0]}" for setting in SETTINGS])
    if draw < 0.35 and depth:
        return f"({_select(chance, depth - 1)})"
    if draw < 0.5:
        return f"{chance.choice(VIEWS)} JOIN {chance.choice(VIEWS)}"
    return chance.choice(VIEWS)


def _expression(chance: random.Random, depth: int) -> str:
    draw = chance.random()
    if not depth or draw < 0.4:
        return chance.choice(COLUMNS)
    if draw < 0.6:
        arguments = ", ".join(_expression(chance, depth - 1) for _ in range(chance.randint(0, 3)))
        return f"{chance.choice(FUNCTIONS)}({arguments})" + chance.choice(["", "", " OVER ()"])
    if draw < 0.65:
        return chance.choice(CALLS)
    if draw < 0.75:
        return f"({_select(chance, depth - 1)})"
    return f"{_expression(chance, depth - 1)} {chance.choice(OPERATORS)} {_expression(chance, depth - 1)}"


PROOFS = [
    Proof("queries", ["P14"], "a question can only read, attacks and random statements", "statements", 160,
          100_000, attacks, mutant="authorizer-off"),
    Proof("large-questions", ["P14"], "a question that needs much room leaves no file, ended, killed or interrupted", "questions", 3,
          len(LARGE), large, mutant="sorted-elsewhere"),
]
