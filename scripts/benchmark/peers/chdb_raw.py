"""The question in ClickHouse, embedded (chdb), all cores, columns given: LOG OUTPUT.csv."""
import os
import sys

import chdb

log, output = sys.argv[1:]
THREADS = len(os.sched_getaffinity(0))
COLUMNS = ", ".join(f"{name} String" for name in ["app_key", "message_id", "device_id", "event_type", "event_channel"])
COLUMNS += ", event_time Int64"
form = "CSVWithNames" if ".csv" in log else "JSONEachRow"
answer = chdb.query(f"""
WITH delivery AS (
  SELECT app_key, message_id, device_id, min(event_channel) AS channel,
    minOrNullIf(event_time, event_type = 'sent') AS sent,
    minOrNullIf(event_time, event_type = 'sent_fail') AS failed,
    minOrNullIf(event_time, event_type = 'ext_ack') AS acked,
    minOrNullIf(event_time, event_type IN ('open', 'click')) AS opened,
    minOrNullIf(event_time, event_type = 'arrive') AS arrived
  FROM file('{log}', {form}, '{COLUMNS}') WHERE device_id <> '' GROUP BY app_key, message_id, device_id
), cohort AS (
  SELECT *, intDiv(coalesce(sent, failed), 86400000) AS day, acked - sent AS latency FROM delivery
  WHERE coalesce(sent, failed) IS NOT NULL
)
SELECT day, app_key, channel, count(sent), countIf(sent IS NULL), countIf(acked IS NOT NULL AND sent IS NOT NULL),
  countIf(opened IS NOT NULL AND sent IS NOT NULL), countIf(arrived IS NOT NULL AND sent IS NOT NULL),
  quantileExactOrNullIf(0.50)(latency, latency >= 0), quantileExactOrNullIf(0.90)(latency, latency >= 0),
  quantileExactOrNullIf(0.95)(latency, latency >= 0), quantileExactOrNullIf(0.99)(latency, latency >= 0)
FROM cohort GROUP BY day, app_key, channel ORDER BY day, app_key, channel
SETTINGS max_threads = {THREADS}, input_format_skip_unknown_fields = 1, format_csv_null_representation = ''""", "CSV")
with open(output, "wb") as file:
    file.write(answer.bytes())
