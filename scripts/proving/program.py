"""The program under proof, called as a user calls it."""
import dataclasses
import json
import os
import pathlib
import random
import shutil
import subprocess
from typing import Mapping, Sequence

# Every moment that would come from the clock.
AS_OF = "2026-09-08T00:00:00Z"
# Long enough for any command here under strace on a busy machine.
LIMIT = 300
# How a simulated log can be unlike a tidy one, each record being a receipt still.
WORLDS = ("ids", "versions", "apps", "singles", "week", "returns", "gaps")


def worlds(chance: random.Random) -> list[str]:
    """Words for `simulate`, by chance of no world, of some, or of all."""
    chosen = chance.sample(WORLDS, chance.randint(0, len(WORLDS)))
    return [word for name in chosen for word in ("--world", name)]


@dataclasses.dataclass(frozen=True)
class Answer:
    """What a command left: the code is negative for a signal, as Python has it."""

    code: int
    output: bytes
    said: str

    @property
    def json(self) -> dict:
        return json.loads(self.output)


@dataclasses.dataclass(frozen=True)
class Program:
    path: pathlib.Path

    def run(self, *words: str, folder: pathlib.Path, under: Sequence[str] = (),
            environment: Mapping[str, str] | None = None, input: bytes | None = None, limit: float = LIMIT) -> Answer:
        """Runs a command in a folder, where `push.db` is its ledger.

        - under: a program that runs it, such as strace, with its own words.
        """
        done = subprocess.run([*under, str(self.path), *words], cwd=folder, input=input, capture_output=True,
                              timeout=limit, env=self.environment(environment))
        return Answer(done.returncode, done.stdout, done.stderr.decode(errors="replace"))

    def start(self, *words: str, folder: pathlib.Path, environment: Mapping[str, str] | None = None) -> subprocess.Popen:
        """Starts a command that is going to be harmed or watched."""
        return subprocess.Popen([str(self.path), *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=self.environment(environment))

    @staticmethod
    def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "PUSHLEDGER_DB": "push.db", "TZ": "UTC",
                **(more or {})}

    def fingerprint(self, folder: pathlib.Path) -> str:
        """The digest of all that the ledger holds of logs, equal for equal sets of events."""
        answer = self.run("verify", "--fingerprint", folder=folder)
        if answer.code != 0:
            raise RuntimeError(f"verify --fingerprint ended with {answer.code}: {answer.said}")
        return answer.output.decode().strip()

    def is_whole(self, folder: pathlib.Path) -> str | None:
        """Computes everything in the ledger again; a text says what differs."""
        answer = self.run("verify", folder=folder)
        return None if answer.code == 0 else f"verify ended with {answer.code}: {answer.said}{answer.output.decode()}"

    def reports(self, folder: pathlib.Path, forms: Sequence[str] = ("markdown", "html", "json")) -> dict[str, bytes]:
        """What reports and exports show of a ledger at a fixed moment, by name."""
        texts = {}
        for form in forms:
            answer = self.run("report", "daily", "--format", form, "--as-of", AS_OF, folder=folder)
            texts[form] = answer.output + str(answer.code).encode()
        target = folder / "export"
        self.run("export", "--output", str(target), "--as-of", AS_OF, folder=folder)
        # When a file was read is told by the clock, and by nothing else.
        shown = [path for path in sorted(target.glob("*.csv")) if path.name != "files.csv"]
        texts |= {path.name: path.read_bytes() for path in shown}
        shutil.rmtree(target, ignore_errors=True)
        return texts

    def simulate(self, path: pathlib.Path, events: int, *words: str, seed: int = 1, start: str = "2026-09-01",
                 days: int = 5) -> None:
        """Writes a log, or more of one, of which the simulator knows the truth."""
        answer = self.run("simulate", "--events", str(events), "--seed", str(seed), "--start", start, "--days",
                          str(days), "--output", str(path), *words, folder=path.parent)
        if answer.code != 0:
            raise RuntimeError(f"simulate ended with {answer.code}: {answer.said}")
