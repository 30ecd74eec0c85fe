"""The program that is measured."""
import datetime
import re
import subprocess
from typing import Any


class CannotRun(Exception):
    """A command of the program failed; the text says which and how."""


def call(words: list[str], folder: str, codes: tuple[int, ...]) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode not in codes:
        raise CannotRun(f"{' '.join(words[1:])} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def defects_of(program: str) -> list[str]:
    """The defects that the program can plant, as it lists them when it is asked for one it does not know."""
    asked = subprocess.run([program, "simulate", "--defect", "-"], capture_output=True, text=True)
    listed = re.search(r"one of (.*), not", asked.stderr)
    if not listed:
        raise CannotRun(f"simulate does not list its defects: {asked.stderr.strip()}")
    return listed[1].split(", ")


def text(moment: datetime.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def with_time(finding: dict[str, Any]) -> dict[str, Any]:
    """A finding as `check` prints it, with `since_ms`."""
    since = finding.get("since")
    moment = datetime.datetime.fromisoformat(since.replace("Z", "+00:00")) if since else None
    return {**finding, "since_ms": moment and int(moment.timestamp() * 1000)}
