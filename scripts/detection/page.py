"""docs/detection.md: how well the planted defects are found."""
import collections
import statistics
from typing import Any, Iterable

from judging import Verdict
from trials import DAYS, EVENTS, Outcome

Row = list[str]


def page(outcomes: list[Outcome], least: int, command: str) -> str:
    clean = [outcome for outcome in outcomes if outcome.trial.kind == "clean"]
    alone = [outcome for outcome in outcomes if outcome.trial.kind == "alone"]
    mixed = [outcome for outcome in outcomes if outcome.trial.kind == "mixed"]
    return "\n".join([
        INTRODUCTION.format(
            events=f"{EVENTS:,}", days=DAYS, least=least, command=command, logs=len(outcomes),
            seconds=f"{statistics.median(outcome.seconds for outcome in outcomes):.1f}"),
        "## Logs without defects\n", *_clean(clean),
        "## Defects\n", DEFECTS.format(least=least),
        *_table(["defect", "size", "logs", "thin", "recall", "exact", "since, h"], _defects(alone)),
        "## Three defects at once\n",
        "Each log has three defects of medium size, on different apps where possible.\n",
        *_table(["defects", "thin", "recall", "exact", "since, h"], [["all", *_recall(_verdicts(mixed))]]),
        "## Rules\n", RULES,
        *_table(["finding", "named a defect", "consequence", "without reason", "precision"], _rules(outcomes)),
    ])


INTRODUCTION = """# How well defects are found

Written by `{command}`, which simulates logs with a known defect in each, imports them, runs `pushledger check`, and
compares the findings with the truth: their kind, their AppKey, and the part of it they name. Nothing here is typed by
hand.

- {logs} logs, each of {events} lines over {days} days with repeated, late and disordered lines. `check` sees
  what stands in the log a quarter of an hour after the last day. It judges that day, and for defects of single devices
  the last seven. Where a defect does not show in receipts, logs beside them tell of it; these are imported, too, and so
  they are with every second log without defects.
- A log took {seconds} s (median) to be simulated, imported and checked.
- Simulated logs are tidier than real ones. What is missed here will be missed; what is found here need not be.

To run it again: `scripts/detect`, or `scripts/detect --quick` for a first look. `scripts/detect --help` has the options.
A defect is planted with `pushledger simulate --defect NAME --defect-size SIZE`, which says the truth with `--truth FILE`.
"""

DEFECTS = """Each log has one defect. **Thin** logs got no finding and have fewer than the {least} affected deliveries in the
judged days that one could rest on; the other columns leave them out. **Recall** is the share of logs with a
finding of the right kind for the right app that says nothing wrong about the place, **exact** the share where it also
names the build, OS version, message or field. **Since** is the median error of the start it names, in hours: from the
cause to the first delivery it touches, any time is right. A finding that looks back no further than the judged days
names their start. `devices_muted` also reports the 4 % of devices that are muted in every log, so its recall says little.
"""

RULES = """Over all logs. A finding **names a defect** when it is the one that should be given, and is a **consequence**
when it is true because of one (the app's ack rate does fall when a build is silent). **Without reason** are warnings and
critical findings that are neither; **precision** is the share of the others among all. The numbers in brackets
count infos that are neither: every log has devices that are muted or slow.
"""


def _clean(outcomes: list[Outcome]) -> list[str]:
    for_severity = collections.Counter(
        finding["severity"] for outcome in outcomes for finding in outcome.judgement.alarms)
    alarmed = sum(bool(outcome.judgement.alarms) for outcome in outcomes)
    text = (f"{len(outcomes)} checks, half of a day and half of a week: {for_severity['critical']} critical findings and "
            f"{for_severity['warning']} warnings, in {alarmed} of the checks.\n")
    rows = collections.Counter(
        (finding["code"], finding["severity"])
        for outcome in outcomes for finding in outcome.judgement.alarms + outcome.judgement.asides)
    return [text, *_table(["finding", "severity", "times"], [[f"`{code}`", severity, f"{count:,}"] for
                                                            (code, severity), count in sorted(rows.items())])]


def _defects(outcomes: list[Outcome]) -> list[Row]:
    groups: dict[tuple[str, str], list[Verdict]] = collections.defaultdict(list)
    for verdict in _verdicts(outcomes):
        groups[verdict.defect, verdict.size].append(verdict)
    return [[f"`{defect}`", size, str(len(verdicts)), *_recall(verdicts)] for (defect, size), verdicts in groups.items()]


def _recall(verdicts: list[Verdict]) -> Row:
    """Thin, recall, exact, since."""
    judged = [verdict for verdict in verdicts if verdict.outcome != "thin"]
    found = [verdict for verdict in judged if verdict.outcome != "missed"]
    errors = [verdict.since_error for verdict in found if verdict.since_error is not None]
    return [str(len(verdicts) - len(judged)), share(len(found), len(judged)),
            share(sum(verdict.outcome == "exact" for verdict in found), len(judged)),
            f"{statistics.median(errors):.1f}" if errors else ""]


def _rules(outcomes: list[Outcome]) -> list[Row]:
    lists = [(_codes(outcome.judgement.hits for outcome in outcomes)),
             (_codes(outcome.judgement.consequences for outcome in outcomes)),
             (_codes(outcome.judgement.alarms for outcome in outcomes)),
             (_codes(outcome.judgement.asides for outcome in outcomes))]
    rows = []
    for code in sorted(set().union(*lists)):
        named, implied, alarms, asides = (counts[code] for counts in lists)
        rows.append([f"`{code}`", f"{named:,}", f"{implied:,}", f"{alarms:,}" + (f" (+{asides:,})" if asides else ""),
                     share(named + implied, named + implied + alarms)])
    return rows


def _codes(findings: Iterable[list[dict[str, Any]]]) -> collections.Counter:
    return collections.Counter(finding["code"] for some in findings for finding in some)


def _verdicts(outcomes: list[Outcome]) -> list[Verdict]:
    return [verdict for outcome in outcomes for verdict in outcome.judgement.verdicts]


def share(part: int, whole: int) -> str:
    """A share with what it is of; empty when there is nothing to divide by."""
    return f"{100 * part / whole:.0f} % ({part} of {whole})" if whole else ""


def _table(header: Row, rows: list[Row]) -> list[str]:
    if not rows:
        return ["None.\n"]
    return [_line(header), _line(["---"] * len(header)), *(_line(row) for row in rows), ""]


def _line(cells: Row) -> str:
    return "| " + " | ".join(cells) + " |"
