#!/bin/sh
# The question in the sqlite3 shell: LOG OUTPUT.csv. Lines are imported as text, JSON is taken apart in SQL, CSV by the
# shell itself. Percentiles by window functions.
set -eu
case $1 in
  *.gz) input="|gzip -dc '$1'" ;;
  *.zst) input="|zstd -dcq '$1'" ;;
  *) input=$1 ;;
esac
case $1 in
  *.csv*)
    load=".import --csv \"$input\" record
CREATE VIEW event AS
SELECT app_key, message_id, device_id, event_type, event_channel, CAST(event_time AS INTEGER) AS at_ms FROM record;"
    ;;
  *)
    load="CREATE TABLE line(json TEXT);
.mode ascii
.separator \"\\037\" \"\\n\"
.import \"$input\" line
CREATE VIEW event AS
SELECT json ->> 'app_key' AS app_key, json ->> 'message_id' AS message_id, json ->> 'device_id' AS device_id,
  json ->> 'event_type' AS event_type, json ->> 'event_channel' AS event_channel,
  CAST(json ->> 'event_time' AS INTEGER) AS at_ms FROM line;"
    ;;
esac
sqlite3 :memory: <<SQL >"$2"
$load
.mode csv
.separator , "\n"
CREATE TEMP TABLE delivery AS
SELECT app_key, message_id, device_id,
  min(event_channel) AS channel,
  min(at_ms) FILTER (WHERE event_type = 'sent') AS sent,
  min(at_ms) FILTER (WHERE event_type = 'sent_fail') AS failed,
  min(at_ms) FILTER (WHERE event_type = 'ext_ack') AS acked,
  min(at_ms) FILTER (WHERE event_type IN ('open', 'click')) AS opened,
  min(at_ms) FILTER (WHERE event_type = 'arrive') AS arrived
FROM event WHERE device_id <> '' GROUP BY 1, 2, 3;
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
