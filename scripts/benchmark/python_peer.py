"""The question in a plain Python script: json and dictionaries."""
import json
import sys

log, output = sys.argv[1:]
KINDS = {"sent": 0, "sent_fail": 1, "ext_ack": 2, "open": 3, "click": 3, "arrive": 4}
deliveries = {}
with open(log) as lines:
    for line in lines:
        record = json.loads(line)
        if not record["device_id"]:
            continue
        key = (record["app_key"], record["message_id"], record["device_id"])
        delivery = deliveries.setdefault(key, [record["event_channel"], None, None, None, None, None])
        delivery[0] = min(delivery[0], record["event_channel"])
        kind = KINDS.get(record["event_type"])
        if kind is not None:
            at = int(record["event_time"])
            if delivery[kind + 1] is None or at < delivery[kind + 1]:
                delivery[kind + 1] = at
cells = {}
for (app_key, _, _), (channel, sent, failed, acked, opened, arrived) in deliveries.items():
    cohort = sent if sent is not None else failed
    if cohort is None:
        continue
    cell = cells.setdefault((cohort // 86_400_000, app_key, channel), [0, 0, 0, 0, 0, []])
    if sent is None:
        cell[1] += 1
        continue
    cell[0] += 1
    for place, at in ((2, acked), (3, opened), (4, arrived)):
        cell[place] += at is not None
    if acked is not None and acked >= sent:
        cell[5].append(acked - sent)
with open(output, "w") as out:
    for key in sorted(cells):
        *counts, latencies = cells[key]
        latencies.sort()
        ranks = [latencies[-(-len(latencies) * share // 100) - 1] if latencies else "" for share in (50, 90, 95, 99)]
        print(*key, *counts, *ranks, sep=",", file=out)
