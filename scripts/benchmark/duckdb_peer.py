"""The question in DuckDB, both threads, columns given."""
import sys

import duckdb

log, output = sys.argv[1:]
columns = ["app_key", "message_id", "device_id", "event_type", "event_channel", "event_time"]
schema = ", ".join(f"{name}: 'VARCHAR'" for name in columns)
connection = duckdb.connect()
connection.execute("SET threads = 2")
connection.execute(f"""
COPY (
  WITH event AS (
    SELECT app_key, message_id, device_id, event_type, event_channel, event_time::BIGINT AS at_ms
    FROM read_json('{log}', format = 'newline_delimited', columns = {{{schema}}})
  ), delivery AS (
    SELECT app_key, message_id, device_id, min(event_channel) AS channel,
      min(at_ms) FILTER (event_type = 'sent') AS sent, min(at_ms) FILTER (event_type = 'sent_fail') AS failed,
      min(at_ms) FILTER (event_type = 'ext_ack') AS acked, min(at_ms) FILTER (event_type IN ('open', 'click')) AS opened,
      min(at_ms) FILTER (event_type = 'arrive') AS arrived
    FROM event WHERE device_id <> '' GROUP BY ALL
  ), cohort AS (
    SELECT *, coalesce(sent, failed) // 86400000 AS day, acked - sent AS latency FROM delivery
    WHERE coalesce(sent, failed) IS NOT NULL
  )
  SELECT day, app_key, channel, count(sent), count(*) FILTER (sent IS NULL), count(acked) FILTER (sent IS NOT NULL),
    count(opened) FILTER (sent IS NOT NULL), count(arrived) FILTER (sent IS NOT NULL),
    quantile_disc(latency, 0.50) FILTER (latency >= 0), quantile_disc(latency, 0.90) FILTER (latency >= 0),
    quantile_disc(latency, 0.95) FILTER (latency >= 0), quantile_disc(latency, 0.99) FILTER (latency >= 0)
  FROM cohort GROUP BY ALL ORDER BY ALL
) TO '{output}' (HEADER false)
""")
