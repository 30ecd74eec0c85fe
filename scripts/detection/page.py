"""docs/detection.md: how well the planted defects are found."""
import collections
import statistics
from typing import Any, Iterable

from judging import Verdict
from trials import DAYS, EVENTS, JUDGED_DAYS, KEPT_APART, MORE_EVENTS, TIDY, Outcome

Row = list[str]


def page(outcomes: list[Outcome], least: int, command: str) -> str:
    clean = [outcome for outcome in outcomes if outcome.trial.kind == "clean"]
    alone = [outcome for outcome in outcomes if outcome.trial.kind == "alone" and outcome.trial.events == EVENTS]
    larger = [outcome for outcome in outcomes if outcome.trial.events == MORE_EVENTS]
    mixed = [outcome for outcome in outcomes if outcome.trial.kind == "mixed"]
    return "\n".join([
        INTRODUCTION.format(
            events=f"{EVENTS:,}", days=DAYS, least=least, command=command, logs=len(outcomes),
            seconds=f"{statistics.median(outcome.seconds for outcome in outcomes):.1f}"),
        "## Logs without defects\n", *_clean(clean),
        "## Defects\n", DEFECTS.format(least=least),
        *table(DEFECT_COLUMNS, _defects(alone)),
        "## Defects in larger logs\n", LARGER.format(events=f"{MORE_EVENTS:,}"),
        *table(DEFECT_COLUMNS, _defects(larger)),
        "## Three defects at once\n",
        "Each log has three defects of medium size, on different apps where possible.\n",
        *table(["defects", "thin", "recall", "exact", "since, h"], [["all", *_recall(_verdicts(mixed))]]),
        "## Rules\n", RULES,
        *table(["finding", "named a defect", "consequence", "without reason", "precision"], _rules(outcomes)),
    ])


INTRODUCTION = """# How well defects are found

Written by `{command}`,
which simulates logs with a known defect in each, imports them, runs `pushledger check`, and compares the findings with
the truth: their kind, their AppKey, and the part of it they name. Nothing here is typed by hand.

- {logs} logs over {days} days, of {events} lines unless it says otherwise, with repeated, late and disordered ones.
  `check` sees what stands in the log a quarter of an hour after the last day. It judges that day, and for defects of
  single devices the last seven. Where a defect does not show in receipts, logs beside them tell of it; these are
  imported, too, and so they are with every second log without defects.
- Logs are tidy, or of other worlds, which `pushledger simulate --help` explains: people who use the app a lot or hardly
  at all, silent pushes, apps that begin and stop, long tails of versions, bursts, devices that come back. Some of these
  shapes are **kept apart**: no rule and no limit was ever looked at with them.
- A log took {seconds} s (median) to be simulated, imported and checked.
- Real logs are less tidy than any of these. What is missed here will be missed; what is found here need not be.
- [Logs of another generator](elsewhere.md), which are judged every four hours, have a page of their own.

To run it again: `scripts/detect`, or `scripts/detect --quick` for a first look. `scripts/detect --help` has the options.
A defect is planted with `pushledger simulate --defect NAME --defect-size SIZE`, which says the truth with `--truth FILE`.
"""

FIGURES = ["thin", "recall", "exact", "since, h"]
DEFECT_COLUMNS = ["defect", "size", *FIGURES, *(f"{name}, apart" for name in FIGURES)]
CLEAN = """After each of the last {days} days of a log, `check` sees what stands in it by then and judges that day. A **day with
an alarm** has a warning or a critical finding that did not stand the day before. Shapes that were kept apart are marked.
"""

DEFECTS = """Each log has one defect. Columns that end in **apart** are of logs of the shapes that were kept apart, in turn;
the others of tidy ones. **Thin** logs got no finding and have fewer than {least} affected deliveries in the judged days,
or lost so few of their acks or arrivals that somebody who knows where and when the defect is, and the rate without it,
would take the loss for chance more often than once in a million; the other columns leave them out. **Recall** is the
share of logs with a finding of the right kind for the right app that says nothing wrong about the place, **exact** the
share where it also names the build, OS version, message or field. **Since** is the median error of the start it names,
in hours: from the cause to the first delivery it touches, any time is right. A finding that looks back no further than
the judged days names their start. Of `earlyHandler` `version_regression` of the build counts, too: where later tries are
too few to tell why acks get lost, it has both causes among its rivals. `devices_muted` also reports the 4 % of devices
that are muted in every log, so its recall says little.
"""

LARGER = """The same of what shows in no single receipt but in rates alone, in logs of {events} lines to as many more devices:
what a small log cannot tell from chance, a larger one can.
"""

RULES = """Over all logs. A finding **names a defect** when it is the one that should be given, and is a **consequence**
when it is true because of one (the app's ack rate does fall when a build is silent). **Without reason** are warnings and
critical findings that are neither; **precision** is the share of the others among all. The numbers in brackets
count infos that are neither: every log has devices that are muted or slow.
"""


def _clean(outcomes: list[Outcome]) -> list[str]:
    shapes = list(dict.fromkeys(outcome.trial.worlds for outcome in outcomes))
    rows = [_shape(_name(shape), [outcome for outcome in outcomes if outcome.trial.worlds == shape]) for shape in shapes]
    apart = [outcome for outcome in outcomes if outcome.trial.worlds in KEPT_APART]
    rows += [_shape("all", outcomes), *([_shape("all kept apart", apart)] if apart else [])]
    asides = collections.Counter(
        finding["code"] for outcome in outcomes for judgement in outcome.judgements for finding in judgement.asides)
    days = sum(len(outcome.judgements) for outcome in outcomes)
    return [CLEAN.format(days=JUDGED_DAYS),
            *table(["logs", "days", "days with an alarm", "days with a critical one", "alarms"], rows),
            "Infos, which are no alarms, by how many there were in 100 days:\n",
            *table(["finding", "in 100 days"],
                    [[f"`{code}`", f"{100 * count / days:.0f}"] for code, count in sorted(asides.items())])]


def _name(worlds: tuple[str, ...]) -> str:
    return ("tidy" if worlds == TIDY else ", ".join(worlds)) + (" (apart)" if worlds in KEPT_APART else "")


def _shape(name: str, outcomes: list[Outcome]) -> Row:
    days = [judgement.alarms for outcome in outcomes for judgement in outcome.judgements]
    codes = collections.Counter(finding["code"] for alarms in days for finding in alarms)
    return [name, f"{len(days):,}", share(sum(bool(alarms) for alarms in days), len(days), digits=1),
            f"{sum(any(finding['severity'] == 'critical' for finding in alarms) for alarms in days)}",
            ", ".join(f"`{code}` {count}" for code, count in codes.most_common())]


def _defects(outcomes: list[Outcome]) -> list[Row]:
    groups: dict[tuple[str, str], tuple[list[Verdict], list[Verdict]]] = collections.defaultdict(lambda: ([], []))
    for outcome in outcomes:
        for verdict in _verdicts([outcome]):
            groups[verdict.defect, verdict.size][outcome.trial.worlds != TIDY].append(verdict)
    return [[f"`{defect}`", size, *_recall(tidy), *_recall(apart)] for (defect, size), (tidy, apart) in groups.items()]


def _recall(verdicts: list[Verdict]) -> Row:
    """Thin, recall, exact, since."""
    judged = [verdict for verdict in verdicts if verdict.outcome != "thin"]
    found = [verdict for verdict in judged if verdict.outcome != "missed"]
    errors = [verdict.since_error for verdict in found if verdict.since_error is not None]
    return [str(len(verdicts) - len(judged)), share(len(found), len(judged)),
            share(sum(verdict.outcome == "exact" for verdict in found), len(judged)),
            f"{statistics.median(errors):.1f}" if errors else ""]


def _rules(outcomes: list[Outcome]) -> list[Row]:
    judgements = [judgement for outcome in outcomes for judgement in outcome.judgements]
    lists = [_codes(judgement.hits for judgement in judgements), _codes(judgement.consequences for judgement in judgements),
             _codes(judgement.alarms for judgement in judgements), _codes(judgement.asides for judgement in judgements)]
    rows = []
    for code in sorted(set().union(*lists)):
        named, implied, alarms, asides = (counts[code] for counts in lists)
        rows.append([f"`{code}`", f"{named:,}", f"{implied:,}", f"{alarms:,}" + (f" (+{asides:,})" if asides else ""),
                     share(named + implied, named + implied + alarms)])
    return rows


def _codes(findings: Iterable[list[dict[str, Any]]]) -> collections.Counter:
    return collections.Counter(finding["code"] for some in findings for finding in some)


def _verdicts(outcomes: list[Outcome]) -> list[Verdict]:
    return [verdict for outcome in outcomes for judgement in outcome.judgements for verdict in judgement.verdicts]


def share(part: int, whole: int, digits: int = 0) -> str:
    """A share with what it is of; empty when there is nothing to divide by."""
    return f"{100 * part / whole:.{digits}f} % ({part:,} of {whole:,})" if whole else ""


def table(header: Row, rows: list[Row]) -> list[str]:
    if not rows:
        return ["None.\n"]
    return [_line(header), _line(["---"] * len(header)), *(_line(row) for row in rows), ""]


def _line(cells: Row) -> str:
    return "| " + " | ".join(cells) + " |"
