"""Writes events that a ledger does not have, all of them about deliveries it has: LEDGER EVENTS OUTPUT.jsonl.

Acks of deliveries without ack and opens of those without open, up to a day after the send and in the order in which
they would come in. So they lie all over the ledger, which is the worst that late receipts can do to an import.
"""
import json
import sqlite3
import sys

# What a line of the simulator has that the question does not ask for, so that a line costs as much as any other.
FRAME = {
    "__time__": "", "__topic__": "cps_callback_event", "__source__": "log_service", "owner_id": "1234567890123456",
    "app_key": "", "message_id": "", "event_time": "", "event_type": "", "device_id": "", "device_type": "",
    "last_active_time": "", "app_version": "", "client_ip": "192.0.2.53", "brand": "", "network_type": "", "os": "",
    "os_version": "", "isp": "", "job_key": "", "event_channel": "", "vendor_message_id": "", "reason": "",
}
DAY_MS = 86_400_000
WANTED = "sent_at IS NOT NULL AND (acked_at IS NULL OR opened_at IS NULL)"
COUNT = f"SELECT count(*) FROM deliveries WHERE {WANTED}"
# The delay is scattered by a multiplication, and the choice by another one; both are the same every time.
CHOICE = f"""
SELECT app_key, message_id, device_id, iif(acked_at IS NULL, 'ext_ack', 'open') AS event_type,
  platform AS device_type, channel AS event_channel, app_version, os, os_version, brand, network_type, isp, job_key,
  sent_at + 60000 + sent_at % {DAY_MS} * 7919 % {DAY_MS} AS event_time
FROM deliveries WHERE {WANTED} AND sent_at % {DAY_MS} * 104729 % 1000003 < 1000003 * :share
ORDER BY event_time LIMIT :events
"""


def main() -> None:
    ledger, events, output = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    connection = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    found = connection.execute(COUNT).fetchone()[0]
    if found < events:
        sys.exit(f"the ledger has {found} deliveries that could get a late event, not {events}")
    written = 0
    with open(output, "w", encoding="utf-8") as out:
        # A little more than needed, since the choice is by chance.
        for row in connection.execute(CHOICE, {"share": 1.02 * events / found, "events": events}):
            line = FRAME | {name: str(row[name]) for name in row.keys()}
            line["__time__"] = str(row["event_time"] // 1000)
            out.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            written += 1
    if written != events:
        sys.exit(f"{written} late events instead of {events}")


main()
