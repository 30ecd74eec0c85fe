"""Which logs are simulated, and what comes of one of them."""
import dataclasses
import datetime
import json
import os
import random
import re
import subprocess
import tempfile
import time
from typing import Any

from judging import Judgement, judge

START = datetime.datetime(2026, 9, 14, tzinfo=datetime.timezone.utc)
DAYS, EVENTS = 10, 50_000
END = START + datetime.timedelta(days=DAYS)
# The check comes a quarter of an hour after the last day, when its deliveries are settled, and judges that day.
MOMENT = END + datetime.timedelta(minutes=15)
SIZES = ("small", "medium", "large")
# What a device does over days cannot be seen in one: these logs have fewer devices, and a week is judged.
OF_DEVICES = ("throttledExtension", "supersededOffline", "mutedDevices")
# Told by logs beside the receipts, which every second log without defects has, too.
TOLD_BESIDE = ("misspeltMutableContent", "oversizedPayload", "brokenAttachments", "missingShard")
BESIDE = ("sends.jsonl", "extension.log", "console.jsonl")
APP_KEYS = ("333526247", "333526248", "335210014", "334871190")


@dataclasses.dataclass(frozen=True)
class Trial:
    """- kind: `alone`, `mixed` or `clean`.
    - week: whether the last seven days are judged instead of the last 24 hours.
    """

    kind: str
    seed: int
    defects: tuple[str, ...] = ()
    size: str = "medium"
    week: bool = False

    @property
    def has_beside(self) -> bool:
        """Whether the logs beside the receipts are imported."""
        return any(defect in TOLD_BESIDE for defect in self.defects) or self.kind == "clean" and self.seed % 2 == 0

    @property
    def days(self) -> list[str]:
        """The UTC days that are judged."""
        return [(END - datetime.timedelta(days=day + 1)).date().isoformat()
                for day in range(7 if self.week else 1)]


@dataclasses.dataclass(frozen=True)
class Outcome:
    trial: Trial
    judgement: Judgement
    seconds: float


class CannotRun(Exception):
    """A command of the program failed; the text says which and how."""


def plan(defects: list[str], sizes: list[str], seeds: int, clean: int) -> list[Trial]:
    trials = [Trial("alone", seed, (defect,), size, defect in OF_DEVICES)
              for defect in defects for size in sizes for seed in range(1, seeds + 1)]
    of_a_day = [defect for defect in defects if defect not in OF_DEVICES]
    if len(of_a_day) >= 3:
        trials += [Trial("mixed", seed, tuple(sorted(random.Random(seed).sample(of_a_day, 3))))
                   for seed in range(1, seeds + 1)]
    return trials + [Trial("clean", seed, week=week) for seed in range(1, clean + 1) for week in (False, True)]


def defects_of(program: str) -> list[str]:
    """The defects that the program can plant, as it lists them when it is asked for one it does not know."""
    asked = subprocess.run([program, "simulate", "--defect", "-"], capture_output=True, text=True)
    listed = re.search(r"one of (.*), not", asked.stderr)
    if not listed:
        raise CannotRun(f"simulate does not list its defects: {asked.stderr.strip()}")
    return listed[1].split(", ")


def run(program: str, trial: Trial, least: int) -> Outcome:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pushledger-detection-") as folder:
        truths = _simulate(program, trial, folder)
        _write_configuration(folder)
        logs = ["log.jsonl", *(BESIDE if trial.has_beside else ())]
        _call([program, "import", *logs, "--db", "l.db", "--config", "c.json5", "--quiet"], folder, (0, 65))
        window = ["--since", _text(END - datetime.timedelta(days=7)), "--until", _text(END)] if trial.week else []
        said = _call([program, "check", "--format", "json", "--as-of", AS_OF, *window, "--db", "l.db", "--config",
                      "c.json5"], folder, (0, 10, 20, 30))
    findings = [_with_time(finding) for finding in json.loads(said)["findings"]]
    return Outcome(trial, judge(truths, findings, trial.days, least), time.monotonic() - began)


def _simulate(program: str, trial: Trial, folder: str) -> list[dict[str, Any]]:
    words = [word for defect in trial.defects for word in ("--defect", defect)] or ["--no-defects"]
    # Fewer devices make each get two pushes a day.
    devices = 1_200 if trial.week else 3_000
    beside = ["--beside", "."] if trial.has_beside else []
    _call([program, "simulate", *beside, "-n", str(EVENTS), "--days", str(DAYS), "--seed", str(trial.seed), "--start",
           START.date().isoformat(), "--devices", str(devices), "--defect-size", trial.size, *words, "--output",
           "all.jsonl", "--truth", "truth.json"], folder, (0,))
    # What stands in the log after the moment of the check is not there yet.
    until = str(int(MOMENT.timestamp())).encode()
    with open(os.path.join(folder, "all.jsonl"), "rb") as whole, \
            open(os.path.join(folder, "log.jsonl"), "wb") as log:
        log.writelines(line for line in whole if line[len(b'{"__time__":"'):][:10] < until)
    if trial.has_beside:
        _cut_runs(os.path.join(folder, "extension.log"))
    with open(os.path.join(folder, "truth.json"), encoding="utf-8") as text:
        return json.load(text)["defects"]


def _cut_runs(path: str) -> None:
    with open(path, encoding="utf-8") as text:
        lines = text.readlines()
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(line for line in lines if line[len("pushext time="):][:19] < AS_OF[:19])


def _write_configuration(folder: str) -> None:
    with open(os.path.join(folder, "c.json5"), "w", encoding="utf-8") as out:
        json.dump({"appKeys": [{"key": key} for key in APP_KEYS], "timeZone": "UTC", "jobs": 1}, out)


def _call(words: list[str], folder: str, codes: tuple[int, ...]) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode not in codes:
        raise CannotRun(f"{' '.join(words[1:])} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def _with_time(finding: dict[str, Any]) -> dict[str, Any]:
    since = finding.get("since")
    moment = datetime.datetime.fromisoformat(since.replace("Z", "+00:00")) if since else None
    return {**finding, "since_ms": moment and int(moment.timestamp() * 1000)}


def _text(moment: datetime.datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


AS_OF = _text(MOMENT)
