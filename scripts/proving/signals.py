"""SIGINT, SIGTERM and SIGHUP (P23): a command ends within two seconds, says how far it came, and the same one completes it."""
import fcntl
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import time
from typing import Callable, Iterator

import scenes
import tracing
from program import AS_OF
from proof import Broken, Place, Proof
from scenes import Left, Scene

# Who runs this by nohup has programs that ignore SIGHUP, as they promise.
SIGNALS = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN else [])]
INTERRUPTED = 130
# Seconds from the signal to the end, on a machine that has a core to spare.
LIMIT = 2.0
# Lines of a log whose import takes longer than that.
LONG = 2_000_000
# Whatever takes longer does not end at all.
ENDLESS = 60.0
# Seconds for which a reader is in the way of writers, which wait up to a minute for it.
READING = 8.0
# The byte of a ledger by which SQLite's writer, once it waits for readers, keeps new ones away.
PENDING_BYTE = 0x40000000


def at_times(place: Place, count: int) -> Iterator[str]:
    """Interrupts commands at moments drawn by lot; in the full run also an import, a prune and a run that take a while."""
    all_scenes = scenes.imports(place) + scenes.others(place)
    if count > 50:
        all_scenes += _long(place)
    wanted = {scene.name: scene.undisturbed(place) for scene in all_scenes}
    longest = {scene.name: scene.seconds(place) for scene in all_scenes}
    for number in range(count):
        scene, sent = all_scenes[-1 - number % len(all_scenes)], SIGNALS[(number + number // len(all_scenes)) % len(SIGNALS)]
        delay = place.random("time", number).uniform(0, longest[scene.name])
        where = f"{scene.name}, {sent.name} after {delay:.4f} s"
        folder = scene.copy(place)
        started = place.program.start(*scene.words, folder=folder)
        try:
            started.communicate(timeout=delay)
        except subprocess.TimeoutExpired:
            code, _ = stopped_by(sent, started, where)
            _judge(place, scene, folder, wanted[scene.name], code, sent, where)
        scene.completed(place, folder, wanted[scene.name], where)
        yield where


def at_calls(place: Place, count: int) -> Iterator[str]:
    """Interrupts commands at calls that change files, so in the middle of a transaction or of publishing."""
    all_scenes = scenes.imports(place) + scenes.others(place)
    points = []
    for scene in all_scenes:
        folder = scene.copy(place, "numbered")
        numbers = tracing.numbered(place.program, scene.words, folder, tracing.WRITING)
        shutil.rmtree(folder)
        points.append([(scene, call, number) for call in tracing.WRITING for number in numbers[call]])
    wanted = {scene.name: scene.undisturbed(place) for scene in all_scenes}
    for index, (scene, call, number) in enumerate(scenes.shared(points, count)):
        sent = SIGNALS[index % len(SIGNALS)]
        where = f"{scene.name}, {sent.name} at {call} {number}"
        folder = scene.copy(place)
        answer = tracing.harmed(place.program, scene.words, folder, call, number, f"signal={sent.name}")
        _judge(place, scene, folder, wanted[scene.name], answer.code, sent, where)
        scene.completed(place, folder, wanted[scene.name], where)
        yield where


def while_waiting(place: Place, count: int) -> Iterator[str]:
    """Interrupts what waits: for more of standard input, for the lock that another holds, and for those who read."""
    folder = place.fresh("waiting")
    place.program.simulate(folder / "log.jsonl", 2_000)
    log = (folder / "log.jsonl").read_bytes()
    whole = place.program.run("import", "--quiet", "-", folder=place.fresh("whole"), input=log)
    if whole.code != 0:
        raise RuntimeError(f"import ended with {whole.code}: {whole.said}")
    wanted = place.program.fingerprint(place.folder / "whole")
    lock = ("--wait", "600")
    waits: list[tuple[str, Callable[[], subprocess.Popen]]] = [
        ("an import of standard input", lambda: _reading(place, folder, log)),
        ("an import that waits for the lock", lambda: _locked(place, folder, "import", *lock, "log.jsonl")),
        ("a prune that waits for the lock", lambda: _locked(place, folder, "prune", *lock, "--before", "2020-01-01")),
        ("a run that waits for the lock", lambda: _locked(place, folder, "run", *lock, "--output", "out", "log.jsonl")),
        *((f"{name} that waits for a reader", lambda words=words: _read_meanwhile(place, folder, *words))
          for name, words in READ_MEANWHILE.items()),
    ]
    # A ledger to prune, and to begin each case with.
    place.program.run("import", "--quiet", "-", folder=folder, input=log[:log.index(b"\n") + 1])
    shutil.copy(folder / "push.db", folder / "first.db")
    for number in range(count):
        name, start = waits[number % len(waits)]
        sent = SIGNALS[(number + number // len(waits)) % len(SIGNALS)]
        where = f"{name}, {sent.name}"
        shutil.copy(folder / "first.db", folder / "push.db")
        with open(folder / "push.db.lock", "a") as held:
            if "lock" in name:
                fcntl.flock(held, fcntl.LOCK_EX)
            code, said = stopped_by(sent, start(), where)
        if code != INTERRUPTED or "interrupted" not in said:
            raise Broken(f"{where}: ended with {code} and said {said.splitlines()[:2]}")
        if "input" in name and "merged" not in said:
            raise Broken(f"{where}: there is no summary")
        again = place.program.run("import", "--quiet", "log.jsonl", folder=folder)
        if again.code != 0 or place.program.fingerprint(folder) != wanted:
            raise Broken(f"{where}: the next import does not complete it")
        yield where


def slow_readers(place: Place, count: int) -> Iterator[str]:
    """Commands that write wait for somebody who reads for some seconds, and come to their end."""
    folder = place.fresh("waiting")
    place.program.simulate(folder / "log.jsonl", 2_000)
    with (folder / "log.jsonl").open("rb") as log:
        place.program.run("import", "--quiet", "-", folder=folder, input=log.readline())
    shutil.copy(folder / "push.db", folder / "first.db")
    for name, words in list(READ_MEANWHILE.items())[:count]:
        shutil.copy(folder / "first.db", folder / "push.db")
        started = _read_meanwhile(place, folder, *words)
        try:
            _, said = started.communicate(timeout=READING)
        except subprocess.TimeoutExpired:
            started.reader.close()
            _, said = started.communicate(timeout=ENDLESS)
        if started.returncode not in ENDED_WELL:
            raise Broken(f"{name} beside a reader of {READING:.0f} s ended with {started.returncode}: "
                         f"{said.decode(errors='replace')}")
        yield name


def _reading(place: Place, folder: pathlib.Path, log: bytes) -> subprocess.Popen:
    """An import that has read all that came so far of its standard input, which stays open."""
    reading, writing = os.pipe()
    with open(reading) as end:
        started = subprocess.Popen([str(place.program.path), "import", "-"], cwd=folder, stdin=end,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=place.program.environment())
    # More than a pipe holds, so that what was written has been read but for the rest of a pipe.
    remaining = memoryview(log)
    while remaining:
        remaining = remaining[os.write(writing, remaining):]
    started.held = writing
    return started


def _locked(place: Place, folder: pathlib.Path, *words: str) -> subprocess.Popen:
    """A command that has come to a lock that another holds."""
    started = place.program.start(*words, folder=folder)
    lock = str(folder / "push.db.lock")
    while started.poll() is None and lock not in _opened(started.pid):
        os.sched_yield()
    return started


# Commands that write into a ledger in which nearly nothing stands.
READ_MEANWHILE = {"an import": ("import", "log.jsonl"), "a prune": ("prune", "--before", "2020-01-01"),
                  "a run": ("run", "--output", "out", "log.jsonl")}
# A run may have something to warn of.
ENDED_WELL = (0, 10, 20, 30)


def _read_meanwhile(place: Place, folder: pathlib.Path, *words: str) -> subprocess.Popen:
    """A command that has come so far that only a reader keeps it from its end."""
    reader = sqlite3.connect(f"file:{folder / 'push.db'}?mode=ro", uri=True, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM files").fetchall()
    started = place.program.start(*words, folder=folder)
    started.reader = reader
    while started.poll() is None and not _waits_for_readers(folder / "push.db"):
        os.sched_yield()
    return started


def _waits_for_readers(ledger: pathlib.Path) -> bool:
    """Whether somebody wants to write; looked up, since whoever opens and closes a file loses his own locks on it."""
    wanted = re.compile(rf"POSIX +ADVISORY +WRITE +\d+ +\S+:{ledger.stat().st_ino} {PENDING_BYTE} ")
    return any(wanted.search(line) for line in pathlib.Path("/proc/locks").read_text().splitlines())


def _opened(process: int) -> list[str]:
    found = []
    for entry in os.scandir(f"/proc/{process}/fd"):
        try:
            found.append(os.readlink(entry.path))
        except FileNotFoundError:
            # It was closed meanwhile.
            continue
    return found


def stopped_by(sent: signal.Signals, started: subprocess.Popen, where: str) -> tuple[int, str]:
    """Sends a signal; gives the code and what was said, when the command ended in time.

    Where others keep the machine busy, a command has as much more time as there are programs for a core.
    """
    start = time.monotonic()
    started.send_signal(sent)
    try:
        _, said = started.communicate(timeout=ENDLESS)
    except subprocess.TimeoutExpired:
        started.kill()
        started.communicate()
        raise Broken(f"{where}: it did not end") from None
    finally:
        if held := getattr(started, "held", None):
            os.close(held)
        if reader := getattr(started, "reader", None):
            reader.close()
    seconds = time.monotonic() - start
    if seconds > LIMIT * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)):
        raise Broken(f"{where}: it took {seconds:.1f} s to end")
    return started.returncode, said.decode(errors="replace")


def _judge(place: Place, scene: Scene, folder: pathlib.Path, wanted: Left, code: int, sent: signal.Signals,
           where: str) -> None:
    """A command says that it was interrupted, or was not and is complete; the signal itself ends it only at its start."""
    if code == INTERRUPTED:
        return
    if code == 0:
        if scenes.readable(lambda: place.program.fingerprint(folder), where) != wanted.fingerprint:
            raise Broken(f"{where}: it ended with 0 and is not complete")
    elif code == -sent:
        # One of an earlier version is not brought to this one by looking at it.
        if scenes.contents(folder) != scenes.contents(scene.before):
            raise Broken(f"{where}: it was ended in the middle of its work")
    else:
        raise Broken(f"{where}: it ended with {code}")


def _long(place: Place) -> list[Scene]:
    """An import that takes a while in both of its parts, reading and building, a prune that writes a large ledger anew, and a
    run that judges one."""
    log = place.folder / "logs/long.jsonl"
    place.program.simulate(log, LONG, seed=6)
    words = ("import", "--quiet", "--memory", "64M", "--jobs", "2", str(log))
    filled = place.fresh("before a long prune")
    if (answer := place.program.run(*words, folder=filled)).code != 0:
        raise RuntimeError(f"import ended with {answer.code}: {answer.said}")
    return [Scene("a long import", place.fresh("before a long import"), words),
            Scene("a long prune", filled, ("prune", "--quiet", "--before", "2026-09-03", "--vacuum")),
            Scene("a long run", filled, ("run", "--quiet", "--no-import", "--fail-on", "never", "--as-of", AS_OF,
                                         "--output", "out", "--keep", "1"))]


PROOFS = [
    Proof("signals", ["P23"], "SIGINT, SIGTERM and SIGHUP at moments drawn by lot", "signals", 14, 200, at_times,
          "interrupts-kill", alone=True),
    Proof("signals-at-calls", ["P23"], "SIGINT, SIGTERM and SIGHUP at calls that change files", "signals", 14, 400, at_calls,
          "interrupts-kill"),
    Proof("signals-while-waiting", ["P23"], "SIGINT, SIGTERM and SIGHUP while a command waits for input, the lock or a reader",
          "signals", 7, 80, while_waiting, "interrupts-unseen", alone=True),
    Proof("slow-readers", ["P8"], "commands that write wait for one that reads", "waits", 1, len(READ_MEANWHILE), slow_readers,
          "readers-not-awaited"),
]
