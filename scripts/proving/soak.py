"""A busy host for a long time: everything at once, and at the end nothing lost, nothing torn, memory flat.

scripts/soak calls this.
"""
import argparse
import collections
import contextlib
import dataclasses
import datetime
import gzip
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from program import Program
from proof import Broken
from run import built

# What commands may end with: done, findings, or another run that holds the lock.
FINE = (0, 10, 20, 30, 75)
WINDOW = ["--since", "SINCE", "--as-of", "AS-OF"]
READING = [
    ["report", "daily", *WINDOW],
    ["check", *WINDOW],
    ["query", "--sql", "SELECT channel, sum(sent), sum(confirmed) FROM hourly GROUP BY channel"],
    ["export", *WINDOW, "--output", "export"],
    ["export", *WINDOW, "--sqlite", "shown.db"],
    ["backup", "copy.db"],
    ["status"],
    ["run", "--quiet", *WINDOW, "--output", "out", "--keep", "3", "--wait", "60", "logs"],
]
# Logs at the same time, and lines after which one is rotated.
LOGS, ROTATED_AFTER = 3, 20_000
# What a log holds, and how many days go by in the logs during a soak. What reads takes memory for the days it is asked
# about, and these are always as many: so it takes more only if it takes it for the ledger's age.
FIRST, SPAN, DAYS = datetime.date(2026, 6, 1), 5, 90


@dataclasses.dataclass
class Ended:
    """A command that came to its end: its peak of memory in MiB, and how far the soak was."""

    name: str
    code: int
    memory: float
    share: float


class Soak:
    def __init__(self, program: Program, folder: pathlib.Path, minutes: float, seed: int):
        self.program, self.folder, self.random = program, folder, random.Random(seed)
        self.start, self.length = time.monotonic(), minutes * 60
        self.over, self.turn = threading.Event(), threading.Lock()
        self.ended: list[Ended] = []
        self.wrong: list[str] = []
        self.kills = 0
        self.importer: subprocess.Popen | None = None
        self.lines = 0
        (folder / "logs").mkdir()

    def share(self) -> float:
        return (time.monotonic() - self.start) / self.length

    def day(self, later: int = 0) -> str:
        """The day on which the logs that are written begin, or a later one."""
        return str(FIRST + datetime.timedelta(int(min(1, self.share()) * DAYS) + later))

    def run(self, *words: str) -> Ended:
        """Runs a command to its end, however it ends."""
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen([str(self.program.path), *words], cwd=self.folder, stderr=said,
                                       stdout=subprocess.DEVNULL, env=self.program.environment())
            if words[0] == "import":
                self.importer = process
            memory = 0.0
            while process.poll() is None:
                memory = max(memory, peak(process.pid))
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.01)
            ended = Ended(words[0], process.returncode, memory, self.share())
            said.seek(0)
            text = said.read().decode(errors="replace")
            if ended.code not in FINE and not (words[0] == "import" and ended.code == -9):
                self.wrong.append(f"{' '.join(words)} ended with {ended.code}: {text}")
        with self.turn:
            self.ended.append(ended)
        return ended

    def write_logs(self) -> None:
        """Appends lines to the logs in small pieces, not always whole lines, and rotates them."""
        chance = random.Random(f"{self.random.random()} logs")
        written = [0] * LOGS
        waiting = [self.more(number, chance) for number in range(LOGS)]
        while not self.over.wait(chance.uniform(0.05, 0.4)):
            number = chance.randrange(LOGS)
            path = self.folder / "logs" / f"app-{number}.log"
            count = chance.randrange(1, 400)
            piece = b"".join(waiting[number][:count])
            del waiting[number][:count]
            cut = chance.randrange(len(piece)) if chance.random() < 0.3 else len(piece)
            with path.open("ab", buffering=0) as file:
                file.write(piece[:cut])
                file.write(piece[cut:])
            written[number] += piece.count(b"\n")
            self.lines += piece.count(b"\n")
            if len(waiting[number]) < 400:
                waiting[number] += self.more(number, chance)
            if written[number] > ROTATED_AFTER:
                self.rotate(path, chance)
                written[number] = 0

    def more(self, number: int, chance: random.Random) -> list[bytes]:
        path = self.folder / f"more-{number}.jsonl"
        self.program.simulate(path, 10_000, seed=chance.randrange(1 << 30), start=self.day(), days=SPAN)
        lines = path.read_bytes().splitlines(keepends=True)
        path.unlink()
        return lines

    def rotate(self, path: pathlib.Path, chance: random.Random) -> None:
        files = [file for file in path.parent.iterdir() if file.name.startswith(path.name + ".")]
        target = path.with_name(f"{path.name}.{len(files) + 1}")
        path.rename(target)
        if chance.random() < 0.5:
            # As logrotate does it: the packed file is there before the plain one goes.
            part = target.with_name(f".{target.name}.part")
            part.write_bytes(gzip.compress(target.read_bytes(), 6))
            part.rename(target.with_name(target.name + ".gz"))
            target.unlink()

    def import_logs(self) -> None:
        chance = random.Random(f"{self.random.random()} imports")
        while not self.over.wait(chance.uniform(1, 4)):
            self.run("import", "--quiet", "--wait", "120", "logs")

    def kill(self) -> None:
        """Kills an importer, if one is at work."""
        chance = random.Random(f"{self.random.random()} kills")
        while not self.over.wait(chance.uniform(2, 9)):
            former = self.importer
            while self.importer is former and not self.over.wait(0.002):
                pass
            process = self.importer
            # Within what an import of a few seconds' lines takes, at any moment of it.
            self.over.wait(chance.uniform(0, 0.08))
            if process and process.returncode is None:
                try:
                    os.kill(process.pid, 9)
                    self.kills += 1
                except ProcessLookupError:
                    continue

    def read(self, number: int) -> None:
        chance = random.Random(f"{self.random.random()} reader {number}")
        while not self.over.wait(chance.uniform(0.1, 1)):
            # Each writes into a folder of its own, so only one reader makes files.
            moments = {"SINCE": self.day(), "AS-OF": self.day(SPAN)}
            self.run(*(moments.get(word, word) for word in chance.choice(READING if number == 0 else READING[:3])))

    def go(self) -> None:
        self.run("import", "--quiet", "--wait", "120", "logs")
        works = [self.write_logs, self.import_logs, self.kill, lambda: self.read(0), lambda: self.read(1)]
        threads = [threading.Thread(target=self.guarded, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        while self.share() < 1 and not self.wrong and not self.over.wait(min(30, self.length / 10)):
            done = f"{self.lines:,} lines, {len(self.ended):,} commands, {self.kills} kills"
            print(f"  {self.share():4.0%}: {done}", flush=True)
        self.over.set()
        for thread in threads:
            thread.join()

    def guarded(self, work) -> None:
        try:
            work()
        except Exception as error:
            self.wrong.append(f"the soak itself: {error!r}")

    def judge(self) -> None:
        """Compares with a clean import of all that was written, and looks at memory."""
        if self.wrong:
            raise Broken(self.wrong[0])
        last = self.run("import", "--quiet", "--wait", "120", "logs")
        if last.code != 0:
            raise Broken(f"the last import ended with {last.code}")
        clean = self.folder / "clean"
        clean.mkdir()
        answer = self.program.run("import", "--json", "--no-build", str(self.folder / "logs"), folder=clean, limit=3600)
        if answer.json["lines"] != self.lines:
            raise Broken(f"{self.lines:,} lines were written, a clean import read {answer.json['lines']:,}")
        if self.program.fingerprint(self.folder) != self.program.fingerprint(clean):
            raise Broken("the ledger is not that of a clean import")
        if problem := self.program.is_whole(self.folder):
            raise Broken(problem)
        if not self.kills or not any(ended.code == -9 for ended in self.ended):
            raise Broken("nothing was killed, so nothing was shown")
        for name in sorted({ended.name for ended in self.ended}):
            early, late = ([ended.memory for ended in self.ended if ended.name == name and ended.code >= 0
                            and low <= ended.share < high] for low, high in ((0.2, 0.5), (0.7, 1.1)))
            if len(early) > 2 and len(late) > 2:
                first, second = statistics.median(early), statistics.median(late)
                print(f"  {name}: {first:.0f} MiB early, {second:.0f} MiB late, {max(late):.0f} MiB at most")
                if second > first * 1.25 + 16:
                    raise Broken(f"the memory of {name} grew from {first:.0f} to {second:.0f} MiB")


def peak(process: int) -> float:
    """The most memory that a process has had in MiB; what waiting for it gives is that of its parent, if that is more."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return 0.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pushledger", type=pathlib.Path, help="a program that is there; otherwise it is built")
    options = parser.parse_args()
    program = Program((options.pushledger or built()).resolve())
    with tempfile.TemporaryDirectory(prefix="pushledger-soak-") as folder:
        soak = Soak(program, pathlib.Path(folder), options.minutes, options.seed)
        try:
            soak.go()
            soak.judge()
        except Broken as broken:
            print(f"  broken: {broken}")
            return 1
        codes = collections.Counter(f"{ended.name} {ended.code}" for ended in soak.ended)
        print(f"  {', '.join(f'{times} times {what}' for what, times in sorted(codes.items()))}")
        size = (soak.folder / "push.db").stat().st_size / (1 << 20)
        print(f"  {soak.lines:,} lines, {soak.kills} kills, a ledger of {size:.0f} MiB: as one clean import leaves it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
