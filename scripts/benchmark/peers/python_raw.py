"""The question in a plain Python script, json or csv and dictionaries: LOG OUTPUT.csv."""
import csv
import gzip
import json
import sys
from typing import Iterator

KINDS = {"sent": 0, "sent_fail": 1, "ext_ack": 2, "open": 3, "click": 3, "arrive": 4}


def records(log: str) -> Iterator[dict]:
    with (gzip.open if log.endswith(".gz") else open)(log, "rt", encoding="utf-8", newline="") as lines:
        if ".csv" in log:
            yield from csv.DictReader(lines)
        else:
            yield from map(json.loads, lines)


def deliveries(log: str) -> dict:
    """(AppKey, message, device) -> channel and the first time of each kind."""
    found = {}
    for record in records(log):
        if not record["device_id"]:
            continue
        key = (record["app_key"], record["message_id"], record["device_id"])
        delivery = found.setdefault(key, [record["event_channel"], None, None, None, None, None])
        delivery[0] = min(delivery[0], record["event_channel"])
        kind = KINDS.get(record["event_type"])
        if kind is not None:
            at = int(record["event_time"])
            if delivery[kind + 1] is None or at < delivery[kind + 1]:
                delivery[kind + 1] = at
    return found


def cells(found: dict) -> dict:
    """(day, AppKey, channel) -> counts, and latencies last."""
    made = {}
    for (app_key, _, _), (channel, sent, failed, acked, opened, arrived) in found.items():
        cohort = sent if sent is not None else failed
        if cohort is None:
            continue
        cell = made.setdefault((cohort // 86_400_000, app_key, channel), [0, 0, 0, 0, 0, []])
        if sent is None:
            cell[1] += 1
            continue
        cell[0] += 1
        for place, at in ((2, acked), (3, opened), (4, arrived)):
            cell[place] += at is not None
        if acked is not None and acked >= sent:
            cell[5].append(acked - sent)
    return made


def main() -> None:
    log, output = sys.argv[1:]
    made = cells(deliveries(log))
    with open(output, "w") as out:
        for key in sorted(made):
            *counts, latencies = made[key]
            latencies.sort()
            places = [-(-len(latencies) * share // 100) - 1 for share in (50, 90, 95, 99)]
            ranks = [latencies[place] if latencies else "" for place in places]
            print(*key, *counts, *ranks, sep=",", file=out)


main()
