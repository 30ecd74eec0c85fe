"""Which logs are simulated, and what comes of one of them."""
import bisect
import contextlib
import dataclasses
import datetime
import json
import os
import random
import tempfile
import time
from typing import Any

from judging import Judgement, judge
from program import call, text, with_time

START = datetime.datetime(2026, 9, 14, tzinfo=datetime.timezone.utc)
DAYS, EVENTS = 10, 50_000
# What shows only in rates takes more receipts than a small log has. Devices grow with lines.
MORE_EVENTS = 400_000
END = START + datetime.timedelta(days=DAYS)
# A check comes a quarter of an hour after a day, when its deliveries are settled, and judges that day.
SETTLED = datetime.timedelta(minutes=15)
# The days of a log without defects that are judged: those with some days before them.
JUDGED_DAYS = 7
# What logs are like, as `simulate --world` knows it.
TIDY = ()
SHAPES = [("audiences",), ("silent",), ("lifecycles",), ("versions", "week"), ("apps", "returns"), ("apps", "silent")]
# Kept apart: no rule and no limit was ever looked at with these.
KEPT_APART = [("audiences", "silent", "lifecycles", "versions", "week"), ("audiences", "returns", "gaps", "ids"),
              ("singles", "audiences", "lifecycles"), ("apps", "audiences", "silent", "week")]
SIZES = ("small", "medium", "large")
# What a device does over days cannot be seen in one: these logs have fewer devices, and a week is judged.
OF_DEVICES = ("throttledExtension", "supersededOffline", "mutedDevices")
# Nothing of these is in a single line.
IN_RATES = ("earlyHandler", "lossyVersion", "mixShift", "blockedNetwork", "throttledChannel", "ackOutage", *OF_DEVICES)
# Told by logs beside the receipts, which every second log without defects has, too.
TOLD_BESIDE = ("misspeltMutableContent", "oversizedPayload", "brokenAttachments", "missingShard")
BESIDE = ("sends.jsonl", "extension.log", "console.jsonl")
APP_KEYS = ("333526247", "333526248", "335210014", "334871190")


@dataclasses.dataclass(frozen=True)
class Trial:
    """- kind: `alone`, `mixed` or `clean`.
    - week: whether the last seven days are judged instead of the last 24 hours.
    - worlds: what its log is like.
    - events: lines of its log.
    """

    kind: str
    seed: int
    defects: tuple[str, ...] = ()
    size: str = "medium"
    week: bool = False
    worlds: tuple[str, ...] = TIDY
    events: int = EVENTS

    @property
    def has_beside(self) -> bool:
        """Whether the logs beside the receipts are imported."""
        return any(defect in TOLD_BESIDE for defect in self.defects) or self.kind == "clean" and self.seed % 2 == 0

    @property
    def ends(self) -> list[datetime.datetime]:
        """The ends of the days after each of which a check comes."""
        return [END - datetime.timedelta(days=day)
                for day in reversed(range(JUDGED_DAYS if self.kind == "clean" else 1))]

    def days(self, end: datetime.datetime) -> list[str]:
        """The UTC days that the check judges."""
        return [(end - datetime.timedelta(days=day + 1)).date().isoformat() for day in range(7 if self.week else 1)]


@dataclasses.dataclass(frozen=True)
class Outcome:
    """- judgements: one for each check."""

    trial: Trial
    judgements: list[Judgement]
    seconds: float


def plan(defects: list[str], sizes: list[str], seeds: int, clean: int) -> list[Trial]:
    trials = [Trial("alone", seed, (defect,), size, defect in OF_DEVICES, worlds, events)
              for events in (EVENTS, MORE_EVENTS) for defect in defects if events == EVENTS or defect in IN_RATES
              for size in sizes for seed in range(1, seeds + 1)
              for worlds in (TIDY, KEPT_APART[seed % len(KEPT_APART)])]
    of_a_day = [defect for defect in defects if defect not in OF_DEVICES]
    if len(of_a_day) >= 3:
        trials += [Trial("mixed", seed, tuple(sorted(random.Random(seed).sample(of_a_day, 3))))
                   for seed in range(1, seeds + 1)]
    return trials + [Trial("clean", seed, worlds=worlds)
                     for worlds in (TIDY, *SHAPES, *KEPT_APART) for seed in range(1, clean + 1)]


def run(program: str, trial: Trial, least: int) -> Outcome:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pushledger-detection-") as folder:
        truths = _simulate(program, trial, folder)
        _write_configuration(folder)
        judgements = [judge(truths, _check(program, trial, folder, number, end), trial.days(end), least)
                      for number, end in enumerate(trial.ends)]
    return Outcome(trial, [_news(*pair) for pair in zip([None, *judgements], judgements)], time.monotonic() - began)


def _news(before: Judgement | None, now: Judgement) -> Judgement:
    """Without the alarms that stood the day before: somebody knows of them."""
    told = [(alarm["code"], alarm["app_key"], alarm["scope"]) for alarm in before.alarms] if before else []
    return dataclasses.replace(now, alarms=[
        alarm for alarm in now.alarms if (alarm["code"], alarm["app_key"], alarm["scope"]) not in told])


def _check(program: str, trial: Trial, folder: str, number: int, end: datetime.datetime) -> list[dict[str, Any]]:
    """What a check finds after a day, given what stands in the log by then."""
    logs = [f"log-{number}.jsonl"]
    if trial.has_beside and end == END:
        logs += BESIDE
    ledger = ["--db", "l.db", "--config", "c.json5"]
    call([program, "import", *logs, *ledger, "--quiet"], folder, (0, 65))
    window = ["--since", text(end - datetime.timedelta(days=7)), "--until", text(end)] if trial.week else []
    said = call([program, "check", "--format", "json", "--as-of", text(end + SETTLED), *window, *ledger], folder,
                 (0, 10, 20, 30))
    # What is over is no alarm, and nothing that was found in these days.
    return [with_time(finding) for finding in json.loads(said)["findings"] if finding["state"] != "resolved"]


def _simulate(program: str, trial: Trial, folder: str) -> list[dict[str, Any]]:
    """Writes a log for each check, of what came in since the one before; returns the truth."""
    words = [word for defect in trial.defects for word in ("--defect", defect)] or ["--no-defects"]
    words += [word for world in trial.worlds for word in ("--world", world)]
    # Fewer devices make each get two pushes a day.
    devices = (1_200 if trial.week else 3_000) * trial.events // EVENTS
    beside = ["--beside", "."] if trial.has_beside else []
    call([program, "simulate", *beside, "-n", str(trial.events), "--days", str(DAYS), "--seed", str(trial.seed), "--start",
           START.date().isoformat(), "--devices", str(devices), "--defect-size", trial.size, *words, "--output",
           "all.jsonl", "--truth", "truth.json"], folder, (0,))
    moments = [int((end + SETTLED).timestamp()) for end in trial.ends]
    with contextlib.ExitStack() as opened:
        logs = [opened.enter_context(open(os.path.join(folder, f"log-{number}.jsonl"), "wb"))
                for number in range(len(moments))]
        with open(os.path.join(folder, "all.jsonl"), "rb") as whole:
            for line in whole:
                check = bisect.bisect_right(moments, int(line[len(b'{"__time__":"'):][:10]))
                # What comes after the last check is not there yet.
                if check < len(logs):
                    logs[check].write(line)
    if trial.has_beside:
        cut_runs(os.path.join(folder, "extension.log"))
    with open(os.path.join(folder, "truth.json"), encoding="utf-8") as truth:
        return json.load(truth)["defects"]


def cut_runs(path: str) -> None:
    """Takes out of an extension's log what comes after the last check."""
    with open(path, encoding="utf-8") as runs:
        lines = runs.readlines()
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(line for line in lines if line[len("pushext time="):][:19] < text(END + SETTLED)[:19])


def _write_configuration(folder: str) -> None:
    with open(os.path.join(folder, "c.json5"), "w", encoding="utf-8") as out:
        json.dump({"appKeys": [{"key": key} for key in APP_KEYS], "timeZone": "UTC", "jobs": 1}, out)
