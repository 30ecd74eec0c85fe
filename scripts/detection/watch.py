"""What a check says of a log every few hours, as it grows."""
import bisect
import dataclasses
import datetime
import json
import os
from typing import Any

from program import call, text, with_time

STEP = datetime.timedelta(hours=4)
# A check comes a quarter of an hour after an hour, when its deliveries are settled.
SETTLED = datetime.timedelta(minutes=15)
# What was told so long ago is told again.
KNOWN = datetime.timedelta(hours=24)
# Parts of a scope that change from check to check while the finding stays the same.
PASSING = ("time", "note")


@dataclasses.dataclass(frozen=True)
class Alarm:
    """A warning or a critical finding that no check of the day before had.

    - since: the second from which on it stands, where the finding names one.
    """

    moment: datetime.datetime
    severity: str
    code: str
    app_key: str
    scope: dict[str, str]
    since: float | None = None


def alarms(program: str, folder: str, log: str, first: datetime.datetime, last: datetime.datetime) -> list[Alarm]:
    """Those of all checks from a moment to another.

    - log: in the folder, beside the configuration `c.json5`; its lines are in the order in which they came.
    """
    count = (last - first) // STEP + 1
    moments = [first + number * STEP + SETTLED for number in range(count)]
    told: dict[tuple[str, ...], datetime.datetime] = {}
    found = []
    for moment, lines in zip(moments, _parts(os.path.join(folder, log), moments)):
        with open(os.path.join(folder, "part.jsonl"), "wb") as out:
            out.writelines(lines)
        for finding in _check(program, folder, moment):
            scope = {part: value for part, value in finding["scope"].items() if part not in PASSING}
            name = (finding["code"], finding["app_key"], json.dumps(scope, sort_keys=True))
            if name not in told or moment - told[name] > KNOWN:
                since = finding.get("since_ms")
                found.append(Alarm(moment, finding["severity"], finding["code"], finding["app_key"], scope,
                                   None if since is None else since / 1_000))
            told[name] = moment
    return found


def _parts(path: str, moments: list[datetime.datetime]) -> list[list[bytes]]:
    """The lines that came in before each moment, and after the one before it."""
    seconds = [int(moment.timestamp()) for moment in moments]
    parts: list[list[bytes]] = [[] for _ in moments]
    with open(path, "rb") as whole:
        for line in whole:
            place = bisect.bisect_right(seconds, int(line[len(b'{"__time__":"'):][:10]))
            if place < len(parts):
                parts[place].append(line)
    return parts


def _check(program: str, folder: str, moment: datetime.datetime) -> list[dict[str, Any]]:
    ledger = ["--db", "l.db", "--config", "c.json5"]
    call([program, "import", "part.jsonl", *ledger, "--quiet"], folder, (0, 65))
    said = call([program, "check", "--format", "json", "--as-of", text(moment), *ledger], folder, (0, 10, 20, 30))
    return [with_time(finding) for finding in json.loads(said)["findings"]
            if finding["state"] != "resolved" and finding["severity"] in ("warning", "critical")]
