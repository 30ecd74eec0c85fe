#!/bin/sh
# The question in the sqlite3 shell: lines imported as text, JSON taken apart in SQL. Percentiles by window functions.
set -eu
sqlite3 :memory: <<SQL >"$2"
CREATE TABLE line(json TEXT);
.mode ascii
.separator "\037" "\n"
.import '$1' line
.mode csv
.separator , "\n"
CREATE TEMP TABLE delivery AS
SELECT json ->> 'app_key' AS app_key, json ->> 'message_id' AS message_id, json ->> 'device_id' AS device_id,
  min(json ->> 'event_channel') AS channel,
  min(CAST(json ->> 'event_time' AS INTEGER)) FILTER (WHERE json ->> 'event_type' = 'sent') AS sent,
  min(CAST(json ->> 'event_time' AS INTEGER)) FILTER (WHERE json ->> 'event_type' = 'sent_fail') AS failed,
  min(CAST(json ->> 'event_time' AS INTEGER)) FILTER (WHERE json ->> 'event_type' = 'ext_ack') AS acked,
  min(CAST(json ->> 'event_time' AS INTEGER)) FILTER (WHERE json ->> 'event_type' IN ('open', 'click')) AS opened,
  min(CAST(json ->> 'event_time' AS INTEGER)) FILTER (WHERE json ->> 'event_type' = 'arrive') AS arrived
FROM line WHERE json ->> 'device_id' <> '' GROUP BY 1, 2, 3;
WITH cohort AS (
  SELECT *, coalesce(sent, failed) / 86400000 AS day, acked - sent AS latency FROM delivery
  WHERE coalesce(sent, failed) IS NOT NULL
), ranked AS (
  SELECT day, app_key, channel, latency, row_number() OVER cell AS place,
    count(*) OVER (PARTITION BY day, app_key, channel) AS n
  FROM cohort WHERE latency >= 0
  WINDOW cell AS (PARTITION BY day, app_key, channel ORDER BY latency)
), percentile AS (
  SELECT day, app_key, channel, max(latency) FILTER (WHERE place = (n * 50 + 99) / 100) AS p50,
    max(latency) FILTER (WHERE place = (n * 90 + 99) / 100) AS p90,
    max(latency) FILTER (WHERE place = (n * 95 + 99) / 100) AS p95,
    max(latency) FILTER (WHERE place = (n * 99 + 99) / 100) AS p99
  FROM ranked GROUP BY 1, 2, 3
)
SELECT day, app_key, channel, count(sent), count(*) FILTER (WHERE sent IS NULL),
  count(acked) FILTER (WHERE sent IS NOT NULL), count(opened) FILTER (WHERE sent IS NOT NULL),
  count(arrived) FILTER (WHERE sent IS NOT NULL), p50, p90, p95, p99
FROM cohort LEFT JOIN percentile USING (day, app_key, channel) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
SQL
