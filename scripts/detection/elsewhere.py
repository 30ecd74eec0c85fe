"""Measures what `check` says, hour by hour, of logs that another generator than `pushledger simulate` made.

`scripts/detect elsewhere` calls this and explains its options.
"""
import argparse
import collections
import dataclasses
import datetime
import json
import multiprocessing
import os
import shutil
import statistics
import sys
import tempfile

from defects import CONSEQUENCES, DEFECTS, SIZES, Defect
from page import share, table
from program import CannotRun
from watch import STEP, Alarm, alarms
from world import DEFECT_DAY, SHAPES, World

START = datetime.datetime(2026, 9, 14, tzinfo=datetime.timezone.utc)
# A log without a defect is judged from its fourth day on; one with a defect from a day before it, for three days.
CLEAN_DAYS, FIRST_DAY = 10, 3
DEFECT_DAYS, HOURS_TO_FIND = DEFECT_DAY + 4, 72
# Logs with a defect are, in turn, plain and of these.
MIXED = [(), ("releases",), ("dull",), ("burst", "silent"), ("all",)]


@dataclasses.dataclass(frozen=True)
class Outcome:
    """- hours: from the defect to the first alarm that names it; None where none does, or there is no defect.
    - since_error: hours between the start that this alarm names and that of the defect, which is any moment from its cause
      to the first receipt that shows it.
    - is_first: whether that is the first of all alarms from the defect on.
    - others: alarms from the defect on, that neither name it nor follow from it.
    """

    world: World
    alarms: list[Alarm]
    hours: float | None = None
    since_error: float | None = None
    is_first: bool = False
    others: tuple[Alarm, ...] = ()


def watched(program: str, world: World) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="pushledger-elsewhere-") as folder:
        apps, defect = world.write(os.path.join(folder, "log.jsonl"), START.timestamp())
        with open(os.path.join(folder, "c.json5"), "w", encoding="utf-8") as out:
            json.dump({"appKeys": [{"key": app.key} for app in apps], "timeZone": "Asia/Shanghai", "jobs": 1}, out)
        first = START + datetime.timedelta(days=FIRST_DAY if defect is None else DEFECT_DAY)
        found = alarms(program, folder, "log.jsonl", first, START + datetime.timedelta(days=world.days))
    if defect is None:
        return Outcome(world, found)
    since = [alarm for alarm in found if 0 <= alarm.moment.timestamp() - defect.begins <= HOURS_TO_FIND * 3_600]
    named = next((alarm for alarm in since if _is_told(defect, alarm, DEFECTS)), None)
    others = tuple(alarm for alarm in since
                   if not _is_told(defect, alarm, DEFECTS) and not _is_told(defect, alarm, CONSEQUENCES))
    if named is None:
        return Outcome(world, found, others=others)
    before = [alarm for alarm in since[:since.index(named)] if alarm in others]
    error = None if named.since is None else max(defect.begins - named.since, named.since - defect.shows, 0) / 3_600
    return Outcome(world, found, (named.moment.timestamp() - defect.begins) / 3_600, error, not before, others)


def _is_told(defect: Defect, alarm: Alarm, codes: dict[str, list[str]]) -> bool:
    return (alarm.code in codes.get(defect.name, ())
            and (defect.app is None or alarm.app_key in ("", *defect.app_keys)))


def page(outcomes: list[Outcome], command: str) -> str:
    clean = [outcome for outcome in outcomes if outcome.world.defect is None]
    shapes = list(dict.fromkeys(outcome.world.shapes for outcome in clean))
    rows = [_clean(", ".join(shape) or "plain", [one for one in clean if one.world.shapes == shape]) for shape in shapes]
    defects = list(dict.fromkeys(outcome.world.defect for outcome in outcomes if outcome.world.defect))
    return "\n".join([
        INTRODUCTION.format(command=command, logs=len(outcomes), step=STEP // datetime.timedelta(hours=1)),
        "## Logs without defects\n", CLEAN,
        *table(["logs", "days", "days with an alarm", "days with a critical one", "alarms"],
               [*rows, _clean("together", clean)]),
        "## Defects\n", FOUND.format(hours=HOURS_TO_FIND),
        *table(["defect", "size", "recall", "named first", "hours until then", "since, h", "other alarms a log"],
               [_defect(defect, [one for one in outcomes if one.world.defect == defect]) for defect in defects]),
    ])


INTRODUCTION = """# Logs of another kind, judged as they grow

Written by `{command}`.

These {logs} logs are not from `pushledger simulate`, whose worlds [the other page](detection.md) is about: they are made
by `scripts/detection/world.py`, which shares no line with it. They have apps of 60 to some thousand sends a day, ack
rates of 25 to 85 %, devices that are used a lot, or hardly and then stay on old versions, campaigns to all, active, idle
and paying people, single pushes between them, days and nights and weekends, devices that are away for days, dead tokens,
wrong clocks, late and repeated lines, and missing fields.

`check` sees each log every {step} hours, and judges what stands in it by then. An **alarm** is a warning or a critical
finding that no check of the 24 hours before had.

Rules were mended after logs of this kind had shown what was wrong with them, but not with these seeds: each is another
set of apps.
"""

CLEAN = """What most worlds have besides is named; `all` has all of it at once, but for the app that stops for good.
"""

FOUND = """**Recall** is the share of logs with an alarm of the right kind, for the right AppKey, within {hours} hours. Of some faint
ones a handful of receipts is all there is. Of those found, it is **named first** where no alarm of another kind came
before, nor above it in the same check. Hours are the median of those found. **Since** is the median error of the start
that this alarm names, in hours: from the cause to the first receipt that shows it, any time is right. A message without
`mutable-content` looks like a silent push where the log has no opens, so these logs have them.
"""


def _clean(name: str, outcomes: list[Outcome]) -> list[str]:
    days = len(outcomes) * (CLEAN_DAYS - FIRST_DAY)
    def with_alarm(severities: tuple[str, ...]) -> int:
        return sum(len({alarm.moment.date() for alarm in outcome.alarms if alarm.severity in severities})
                   for outcome in outcomes)
    codes = collections.Counter(alarm.code for outcome in outcomes for alarm in outcome.alarms)
    return [name, f"{days:,}", share(with_alarm(("warning", "critical")), days, digits=1), f"{with_alarm(('critical',))}",
            ", ".join(f"`{code}` {count}" for code, count in codes.most_common())]


def _defect(defect: tuple[str, str], outcomes: list[Outcome]) -> list[str]:
    hours = [outcome.hours for outcome in outcomes if outcome.hours is not None]
    errors = [outcome.since_error for outcome in outcomes if outcome.since_error is not None]
    others = sum(len(outcome.others) for outcome in outcomes) / len(outcomes)
    return [defect[0].replace("_", " "), defect[1], share(len(hours), len(outcomes)),
            share(sum(outcome.is_first for outcome in outcomes), len(hours)) if hours else "",
            f"{statistics.median(hours):.0f}" if hours else "", f"{statistics.median(errors):.1f}" if errors else "",
            f"{others:.1f}"]


class _Watcher:
    """A log in another process."""

    def __init__(self, program: str) -> None:
        self.program = program

    def __call__(self, world: World) -> Outcome:
        return watched(self.program, world)


def plan(seeds: range, sends: int, defects: list[str], sizes: list[str]) -> list[World]:
    clean = [World(seed, shapes, CLEAN_DAYS, sends)
             for shapes in [(), *((shape,) for shape in SHAPES), ("all",)] for seed in seeds]
    return clean + [World(seed, MIXED[seed % len(MIXED)], DEFECT_DAYS, sends, (defect, size))
                    for defect in defects for size in sizes for seed in seeds]


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/detect elsewhere", description=__doc__.splitlines()[0])
    parser.add_argument("--pushledger", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--seeds", default="21-24", metavar="A-B", help="logs of each kind; 21-24")
    parser.add_argument("--sends", type=int, default=12_000, metavar="N", help="a day, of all apps; 12,000")
    parser.add_argument("--defects", type=lambda text: text.split(","), default=list(DEFECTS), metavar="NAMES",
                        help="all when not given")
    parser.add_argument("--sizes", type=lambda text: text.split(","), default=SIZES, metavar="SIZES",
                        help="faint,medium,gross when not given")
    parser.add_argument("--page", default="docs/elsewhere.md", metavar="FILE", help="where the page goes; docs/elsewhere.md")
    options = parser.parse_args()
    first, last = (int(seed) for seed in options.seeds.split("-"))
    worlds = plan(range(first, last + 1), options.sends, options.defects, options.sizes)
    with tempfile.TemporaryDirectory() as folder, multiprocessing.Pool(2) as pool:
        program = shutil.copy(options.pushledger, folder)
        try:
            outcomes = []
            for outcome in pool.imap(_Watcher(program), worlds):
                outcomes.append(outcome)
                _tell(outcome)
        except CannotRun as failure:
            print(failure, file=sys.stderr)
            return 1
    with open(options.page, "w", encoding="utf-8") as out:
        out.write(page(outcomes, _command(options)))
    print(options.page)
    return 0


def _command(options: argparse.Namespace) -> str:
    """The command for the page, without paths of this machine."""
    sends = f" --sends {options.sends}" if options.sends != 12_000 else ""
    defects = f" --defects {','.join(options.defects)}" if options.defects != list(DEFECTS) else ""
    return f"scripts/detect elsewhere --seeds {options.seeds} --sizes {','.join(options.sizes)}{sends}{defects}"


def _tell(outcome: Outcome) -> None:
    world = outcome.world
    what = " ".join([*(world.defect or ("no defect",)), *world.shapes, f"seed {world.seed}"])
    error = "" if outcome.since_error is None else f", since wrong by {outcome.since_error:.1f}"
    print(what if outcome.hours is None else f"{what}: found after {outcome.hours:.0f} hours{error}", file=sys.stderr)
    for alarm in outcome.alarms if world.defect is None else outcome.others:
        print(f"  {alarm.moment:%m-%d %H:%M} {alarm.severity} {alarm.code} {alarm.app_key} {alarm.scope}", file=sys.stderr,
              flush=True)


if __name__ == "__main__":
    sys.exit(main())
