"""Findings beside the truth: what was found, what was missed, what was said without reason."""
import dataclasses
import math
from typing import Any, Iterable

HOUR = 3_600_000
# One in a thousand for a check, which looks at about a thousand places.
SURE = 1e-6

# Parts of a finding's scope, and where the truth about a defect has the values it may name.
PARTS = {
    "app_version": "app_version", "os_version": "os_versions", "network_type": "network_types", "channel": "channel",
    "message_id": "message_ids", "reason": "reason", "answers_under": "foreign_key", "field": "field",
}
# A finding that leaves one of these out although the defect has it names the place only roughly.
PLACE = ("app_version", "os_version", "message_id", "answers_under", "field")


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of one planted defect.

    - outcome: `exact` (found, and its place is named), `rough` (found), `missed`, or `thin`: nothing was found, and so
      few deliveries show it that nothing can be demanded.
    - codes: of the findings that name it.
    - since_error: hours between its start and the nearest start that a finding names; None when none names one. It
      starts somewhere between its cause and its first affected delivery: no log can say when.
    """

    defect: str
    size: str
    outcome: str
    codes: tuple[str, ...]
    since_error: float | None
    affected: int


@dataclasses.dataclass(frozen=True)
class Judgement:
    """- hits: findings that name a planted defect.
    - consequences: findings that are true because of one.
    - alarms: warnings and critical findings that are neither.
    - asides: infos that are neither; a log without defects has things worth knowing, too.
    """

    verdicts: list[Verdict]
    hits: list[dict[str, Any]]
    consequences: list[dict[str, Any]]
    alarms: list[dict[str, Any]]
    asides: list[dict[str, Any]]


def judge(truths: list[dict[str, Any]], findings: list[dict[str, Any]], days: Iterable[str], least: int) -> Judgement:
    """Compares the findings of a check with the defects of its log.

    - days: the UTC days that were judged.
    - least: affected deliveries in them from which on a defect must be found, unless it is in rates alone and as few
      answers would come of so many by chance, too.
    """
    days = set(days)
    verdicts, named = [], []
    for truth in truths:
        hits = [finding for finding in findings if finding["code"] in truth["expected"] and agrees(finding, truth)]
        named += hits
        affected = sum(count for day, count in truth["affected_of_day"].items() if day in days)
        verdicts.append(Verdict(
            truth["defect"], truth["size"], _outcome(hits, truth, affected, least),
            tuple(sorted({finding["code"] for finding in hits})), _since_error(hits, truth), affected))
    judgement = Judgement(verdicts, [], [], [], [])
    for finding in findings:
        if finding in named:
            judgement.hits.append(finding)
        elif any(finding["code"] in truth["consequences"] and agrees(finding, truth) for truth in truths):
            judgement.consequences.append(finding)
        elif finding["severity"] in ("warning", "critical"):
            judgement.alarms.append(finding)
        else:
            judgement.asides.append(finding)
    return judgement


def agrees(finding: dict[str, Any], truth: dict[str, Any]) -> bool:
    """Whether nothing that a finding says about the place is wrong; it may say less or more than the truth."""
    keys = [key for key in (truth["app_key"], truth["foreign_key"]) if key]
    if truth["app_key"] and finding["app_key"] and finding["app_key"] not in keys:
        return False
    for part, name in PARTS.items():
        said, values = finding["scope"].get(part), _values(truth[name])
        if said is None or not values or said in values:
            continue
        # A reason has a code and a text, and a finding may say either.
        if part != "reason" or not said or said not in values[0]:
            return False
    return True


def is_exact(finding: dict[str, Any], truth: dict[str, Any]) -> bool:
    """Whether a finding that agrees names the place as closely as the truth, and no closer."""
    if truth["app_key"] and not finding["app_key"]:
        return False
    scope = finding["scope"]
    return all((part in scope) == bool(_values(truth[PARTS[part]])) for part in PLACE)


def _outcome(hits: list[dict[str, Any]], truth: dict[str, Any], affected: int, least: int) -> str:
    if any(is_exact(finding, truth) for finding in hits):
        return "exact"
    if hits:
        return "rough"
    return "missed" if affected >= least and chance_of_loss(truth) < SURE else "thin"


def chance_of_loss(truth: dict[str, Any]) -> float:
    """How likely so few of the affected deliveries are answered by chance, for somebody who knows which these are and
    how many would be; 0 for a defect that takes no answers."""
    sends, answered, lost = truth["affected"], truth["answered"], truth["lost"]
    if lost == 0 or answered + lost == sends:
        return 0
    log_rate, log_rest = math.log((answered + lost) / sends), math.log(1 - (answered + lost) / sends)
    return sum(math.exp(math.lgamma(sends + 1) - math.lgamma(count + 1) - math.lgamma(sends - count + 1)
                        + count * log_rate + (sends - count) * log_rest) for count in range(answered + 1))


def _since_error(hits: list[dict[str, Any]], truth: dict[str, Any]) -> float | None:
    errors = []
    for finding in hits:
        said, (first, last) = finding.get("since_ms"), _start(finding, truth)
        if said is not None:
            errors.append(max(first - said, said - last, 0) / HOUR)
    return min(errors, default=None)


def _start(finding: dict[str, Any], truth: dict[str, Any]) -> tuple[int, int]:
    """The earliest and latest time that is right for the start of what a finding is about."""
    starts = dict(zip(truth["message_ids"], truth["message_starts_ms"]))
    if (start := starts.get(finding["scope"].get("message_id"))) is not None:
        return start, start
    first = truth["first_affected_ms"]
    return truth["since_ms"], truth["since_ms"] if first is None else max(first, truth["since_ms"])


def _values(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value] if value else []
