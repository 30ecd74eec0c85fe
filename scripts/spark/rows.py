"""The rows of sums, wherever they are, as sorted lists that can be compared."""

import json
import sqlite3
from pathlib import Path

RELATIONS = [
    "channel_hour", "version_hour", "latency_hour", "failure_hour", "event_hour", "flag_hour", "flag_sample",
    "rejected_reason", "manifest",
]

# What a ledger keeps of each relation, under the relation's names; the counters are all that stand behind the keys.
LEDGER = {
    "channel_hour": "SELECT hour_at / 3600000 AS hour, * FROM hourly",
    "version_hour": "SELECT period_at / 3600000 AS hour, * FROM version_periods",
    "latency_hour": """SELECT hour, app_key, c.name AS channel, bucket, count FROM latency_hour AS h
        JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref""",
    "failure_hour": """SELECT hour, app_key, c.name AS channel, iif(kind = 2, 'send_failed', 'arrive_failed') AS kind,
        coalesce(r.raw, '') AS reason, count
        FROM failure_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
        LEFT JOIN reason AS r ON r.ref = h.reason_ref""",
    "event_hour": "SELECT hour_at / 3600000 AS hour, app_key, kind, events, newest_at AS newest_ms FROM hourly_events",
}

# What the ledger's views say besides, for people.
FOR_READERS = {"hour_at", "period_at", "hours", "is_measurable"}

# A ledger keeps the sums of both versions together by so many hours.
PERIOD = 8


def of_folder(folder: Path, relation: str) -> list[str]:
    """The rows of a run, without what names the run itself."""
    rows = []
    for part in sorted((folder / relation).glob("part-*")):
        # Not splitlines, to which some characters inside of texts are line ends, too.
        for line in part.read_text(encoding="utf-8").split("\n")[:-1]:
            row = json.loads(line)
            for name in ("run", "engine", "engine_version"):
                row.pop(name, None)
            rows.append(json.dumps(row, sort_keys=True, ensure_ascii=False))
    return sorted(rows)


def of_folder_as_kept(folder: Path, relation: str) -> list[str]:
    """The rows of a run as a ledger keeps them; its hours are those of whole periods."""
    rows = of_folder(folder, relation)
    if relation != "version_hour":
        return rows
    sums: dict[tuple, dict] = {}
    for row in map(json.loads, rows):
        row["hour"] = row["hour"] // PERIOD * PERIOD
        key = (row["hour"], row["app_key"], row["app_version"], row["os_version"])
        whole = sums.setdefault(key, {name: 0 if isinstance(value, int) else value for name, value in row.items()})
        for name, value in row.items():
            whole[name] = value if name == "hour" or isinstance(value, str) else whole[name] + value
    return sorted(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in sums.values())


def of_ledger(path: Path, relation: str, hours: range) -> list[str]:
    """The rows that an import has stored, of some hours."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as ledger:
        answer = ledger.execute(f"SELECT * FROM ({LEDGER[relation]}) WHERE hour >= ? AND hour < ?",
                                (hours.start, hours.stop))
        names = [column[0] for column in answer.description]
        rows = [{name: value for name, value in zip(names, row) if name not in FOR_READERS} for row in answer]
        return sorted(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows)


def difference(left: list[str], right: list[str]) -> str:
    """What only one side has, in a few words; empty when they are the same."""
    only_left, only_right = set(left) - set(right), set(right) - set(left)
    if left == right:
        return ""
    some = [f"  < {row[:300]}" for row in sorted(only_left)[:2]] + [f"  > {row[:300]}" for row in sorted(only_right)[:2]]
    return "\n".join([f"{len(left)} and {len(right)} rows, {len(only_left)} and {len(only_right)} differ", *some])


def compare_folders(left: Path, right: Path) -> list[str]:
    """The relations that are not the same in two runs, each with what differs."""
    found = [(relation, difference(of_folder(left, relation), of_folder(right, relation))) for relation in RELATIONS]
    return [f"{relation}: {words}" for relation, words in found if words]
