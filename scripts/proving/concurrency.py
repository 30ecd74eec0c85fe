"""Programs side by side (P8, P9, P24): one writes, the others wait or say so, and readers see committed states only."""
import contextlib
import fcntl
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import threading
from typing import Callable, Iterator

from program import AS_OF, worlds
from proof import Broken, Place, Proof

QUESTION = "SELECT kind, count(*) AS n, min(at_ms) AS first, max(at_ms) AS last FROM events GROUP BY kind ORDER BY kind"


def writers(place: Place, count: int) -> Iterator[str]:
    """Imports that wait for each other, some killed while they hold the lock, and one that does not wait."""
    program, logs = place.program, place.fresh("logs")
    paths = [logs / f"{number}.jsonl" for number in range(8)]
    for number, path in enumerate(paths):
        program.simulate(path, 300, *worlds(place.random("worlds", number % 6)), seed=number % 6)
    wanted = {}
    wanted_kills = killed = 0
    for number in range(count):
        size, chance = (2, 4, 8)[number % 3], place.random("round", number)
        chosen = [str(path) for path in paths[:size]]
        if size not in wanted:
            folder = place.fresh(f"undisturbed-{size}")
            program.run("import", "--quiet", *chosen, folder=folder)
            wanted[size] = program.fingerprint(folder)
        folder = place.fresh("case")
        kills = chance.randrange(3)
        where = f"round {number}: {size} imports, {kills} to be killed"
        wanted_kills += kills
        killed += one_by_one(place, folder, chosen, kills, chance, where)
        busy(place, folder, chosen[0], where)
        if program.fingerprint(folder) != wanted[size] or program.is_whole(folder):
            raise Broken(f"{where}: the ledger is not that of one import of all logs")
        shutil.rmtree(folder)
        yield where
    if killed < wanted_kills // 3:
        raise Broken(f"only {killed} of {wanted_kills} holders of the lock could be killed")


def one_by_one(place: Place, folder: pathlib.Path, logs: list[str], kills: int, chance: random.Random,
               where: str) -> int:
    """Starts an import of each log at once, and again for those that are killed; gives how many were."""
    killed = 0
    def start(log: str) -> subprocess.Popen:
        return place.program.start("import", "--quiet", "--wait", "120", log, folder=folder)
    running = {log: start(log) for log in logs}
    for _ in range(kills):
        # Somewhere within what the holder does.
        patience = chance.randrange(200)
        while any(process.poll() is None for process in running.values()):
            found = holder(folder / "push.db.lock")
            log = next((log for log, process in running.items() if process.pid == found), None)
            if log and patience > 0:
                patience -= 1
            elif log:
                running[log].kill()
                running[log].communicate()
                killed += running[log].returncode == -signal.SIGKILL
                running[log] = start(log)
                break
    for process in running.values():
        _, said = process.communicate(timeout=300)
        if process.returncode != 0:
            raise Broken(f"{where}: one of them ended with {process.returncode}: {said.decode(errors='replace')}")
    return killed


def holder(lock: pathlib.Path) -> int | None:
    """The process that holds a lock."""
    with contextlib.suppress(FileNotFoundError):
        file = os.stat(lock).st_ino
        for line in pathlib.Path("/proc/locks").read_text().splitlines():
            words = line.split()
            if words[1:4] == ["FLOCK", "ADVISORY", "WRITE"] and words[5].endswith(f":{file}"):
                return int(words[4])
    return None


def busy(place: Place, folder: pathlib.Path, log: str, where: str) -> None:
    """While somebody holds the lock, commands that write and do not wait end with 75 and touch nothing."""
    before = (folder / "push.db").read_bytes()
    with (folder / "push.db.lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for words in (["import", "--rescan", log], ["prune", "--keep-days", "1"], ["report", "daily", "--publish"]):
            answer = place.program.run(*words, folder=folder)
            if answer.code != 75:
                raise Broken(f"{where}: {words[0]} beside another run ended with {answer.code}: {answer.said}")
    if (folder / "push.db").read_bytes() != before:
        raise Broken(f"{where}: who did not get the lock changed the ledger")


def readers(place: Place, count: int) -> Iterator[str]:
    """Commands that read in a loop beside imports: each shows one of the states that were committed, as a whole."""
    program, logs = place.program, place.fresh("logs")
    paths = [logs / f"{number}.jsonl" for number in range(12)]
    for number, path in enumerate(paths):
        program.simulate(path, 250, *worlds(place.random("worlds", number)), seed=number)
    states = known_states(place, paths)
    # Commands that are busy show nothing, and states before and behind all imports are no work beside one.
    done = busy_ones = beside = 0
    while done < count:
        folder = place.fresh(f"imports-{done}")
        program.run("import", "--quiet", str(paths[0]), folder=folder)
        ended, refused = threading.Event(), []
        importer = threading.Thread(target=import_all, args=(place, folder, paths[1:], ended, refused))
        importer.start()
        try:
            # Once more when all is imported, so that every command has its say.
            last = False
            while done < count and not last:
                last = ended.is_set()
                for name, look in LOOKS.items():
                    shown = look(place, folder)
                    if shown is None:
                        busy_ones += 1
                        if busy_ones > count:
                            raise Broken(f"{busy_ones} commands that read were busy, and {done} were not")
                        continue
                    if shown not in states[name]:
                        raise Broken(f"{name} beside an import shows no state that was committed")
                    beside += shown in states[name][1:-1]
                    done += 1
                    yield name
        finally:
            importer.join()
        if refused:
            raise Broken(f"an import beside readers ended with {refused[0]}")
        shutil.rmtree(folder)
    if beside < done // 10:
        raise Broken(f"only {beside} of {done} commands read between two imports")


def import_all(place: Place, folder: pathlib.Path, paths: list[pathlib.Path], ended: threading.Event,
               refused: list[str]) -> None:
    for path in paths:
        answer = place.program.run("import", "--quiet", "--wait", "60", str(path), folder=folder)
        if answer.code != 0:
            refused.append(f"{answer.code}: {answer.said}")
    ended.set()


def known_states(place: Place, paths: list[pathlib.Path]) -> dict[str, list]:
    """What each command shows after each of the imports, with nobody beside it."""
    folder, states = place.fresh("states"), {name: [] for name in LOOKS}
    for path in paths:
        place.program.run("import", "--quiet", str(path), folder=folder)
        for name, look in LOOKS.items():
            shown = look(place, folder)
            if shown is None or shown in states[name]:
                raise RuntimeError(f"{name} does not tell one state from another")
            states[name].append(shown)
    return states


def shown_by(*words: str) -> Callable[[Place, pathlib.Path], bytes | None]:
    def look(place: Place, folder: pathlib.Path) -> bytes | None:
        answer = place.program.run(*words, folder=folder)
        return judged(answer.code, answer.said, words[0]) and answer.output
    return look


def judged(code: int, said: str, name: str) -> bool | None:
    """Whether a command has shown something; `None` when it was busy, and said so."""
    if code == 75:
        return None
    if code not in (0, 10, 20, 30):
        raise Broken(f"{name} beside an import ended with {code}: {said}")
    return True


def exported(place: Place, folder: pathlib.Path) -> dict[str, bytes] | None:
    target = folder / "export"
    answer = place.program.run("export", "--as-of", AS_OF, "--output", str(target), folder=folder)
    # When a file was read is told by the clock.
    return judged(answer.code, answer.said, "export") and {
        path.name: path.read_bytes() for path in target.glob("*.csv") if path.name != "files.csv"}


def snapshot(place: Place, folder: pathlib.Path) -> dict[str, list] | None:
    path = folder / "shown.db"
    answer = place.program.run("export", "--as-of", AS_OF, "--sqlite", str(path), folder=folder)
    if not judged(answer.code, answer.said, "export --sqlite"):
        return None
    with contextlib.closing(sqlite3.connect(path)) as shown:
        names = [name for name, in shown.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        # Files have the time by the clock, and what is told of the snapshot counts them.
        return {name: sorted(map(repr, shown.execute(f'SELECT * FROM "{name}"'))) for name in names if name != "files"}


def backup(place: Place, folder: pathlib.Path) -> str | None:
    """The fingerprint of a copy that is whole."""
    answer = place.program.run("backup", "copy.db", folder=folder)
    if not judged(answer.code, answer.said, "backup"):
        return None
    again = place.program.run("verify", "--db", "copy.db", folder=folder)
    if again.code != 0:
        raise Broken(f"a backup beside an import is not whole: {again.said}")
    return place.program.run("verify", "--fingerprint", "--db", "copy.db", folder=folder).output.decode()


LOOKS: dict[str, Callable] = {
    "report": shown_by("report", "daily", "--since", "2026-09-01", "--as-of", AS_OF),
    "query": shown_by("query", "--format", "csv", "--sql", QUESTION),
    "check": shown_by("check", "--since", "2026-09-01", "--as-of", AS_OF),
    "export": exported,
    "snapshot": snapshot,
    "backup": backup,
}


def long_imports(place: Place, count: int) -> Iterator[str]:
    """Copies made while one import commits many times: each holds the log's first lines, so many as its files say."""
    program, logs = place.program, place.fresh("logs")
    log = logs / "long.jsonl"
    program.simulate(log, 60_000, "--no-defects", seed=1)
    lines = log.read_bytes().splitlines(keepends=True)
    done = 0
    for _ in range(count):
        if done == count:
            return
        folder = place.fresh(f"import-{done}")
        process = program.start("import", "--quiet", "--no-build", "--memory", "64M", "--jobs", "4", str(log),
                                folder=folder)
        while not (folder / "push.db").exists() or (folder / "push.db").stat().st_size == 0:
            process.poll()
        last = False
        while done < count and not last:
            last = process.poll() is not None
            copy = folder / "copy.db"
            answer = program.run("backup", str(copy), folder=folder)
            if not judged(answer.code, answer.said, "backup"):
                continue
            with contextlib.closing(sqlite3.connect(copy)) as ledger:
                read = sum(count for count, in ledger.execute("SELECT lines FROM file"))
            if read > 0:
                beginning = place.fresh("beginning")
                (beginning / "log.jsonl").write_bytes(b"".join(lines[:read]))
                program.run("import", "--quiet", "log.jsonl", folder=beginning)
                again = program.run("verify", "--fingerprint", "--db", str(copy), folder=folder)
                if again.output.decode().strip() != program.fingerprint(beginning):
                    raise Broken(f"a copy that was made after {read} lines is not that of these lines")
                shutil.rmtree(beginning)
            # A copy of all of it is no copy beside the import.
            if 0 < read < len(lines):
                done += 1
                yield f"a copy after {read} lines"
        process.communicate()
        shutil.rmtree(folder)


PROOFS = [
    Proof("writers", ["P8"], "imports side by side, holders of the lock killed", "rounds", 9, 600, writers, "no-lock"),
    Proof("readers", ["P9", "P24"], "reports, queries, exports and copies beside imports", "readings", 30, 1500, readers,
          "no-snapshot"),
    Proof("long-imports", ["P9", "P24"], "copies beside an import that commits many times", "copies", 6, 100,
          long_imports, "offset-committed-first"),
]
