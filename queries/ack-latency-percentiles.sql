-- Within what time do half, most and nearly all of the extension acks come, by channel?
--
-- Nearest rank over acks that are not before their send. They are read from a histogram whose buckets are so narrow that
-- their middle, which is shown, is at most 1 % off. A UTC hour of sends is in the window when it begins there.
--
-- :since, :until  milliseconds UTC; unset means no limit.
-- :app_key        only this AppKey; unset means all.
--
-- Columns:
--   app_key     [id] AppKey
--   channel     push channel; empty when unknown
--   acked       [deliveries] acked, not before their send
--   ack_p50_ms  [ms] half of the acks came within this
--   ack_p90_ms  [ms] nine of ten
--   ack_p95_ms  [ms] nineteen of twenty
--   ack_p99_ms  [ms] ninety-nine of a hundred
WITH bucket AS (
  SELECT app_key,
         channel,
         lower_ms,
         lower_ms + (upper_ms - 1 - lower_ms) / 2 AS middle_ms,
         sum(count)                               AS acked
  FROM hourly_latency
  WHERE hour_at >= coalesce(:since, 0)
    AND hour_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(:app_key, app_key)
    AND lower_ms IS NOT NULL
  GROUP BY app_key, channel, lower_ms, upper_ms
),
ranked AS (
  SELECT app_key,
         channel,
         middle_ms,
         sum(acked) OVER (PARTITION BY app_key, channel ORDER BY lower_ms) AS seen,
         sum(acked) OVER (PARTITION BY app_key, channel)                   AS total
  FROM bucket
)
SELECT app_key,
       channel,
       total                                                AS acked,
       min(CASE WHEN seen >= 0.50 * total THEN middle_ms END) AS ack_p50_ms,
       min(CASE WHEN seen >= 0.90 * total THEN middle_ms END) AS ack_p90_ms,
       min(CASE WHEN seen >= 0.95 * total THEN middle_ms END) AS ack_p95_ms,
       min(CASE WHEN seen >= 0.99 * total THEN middle_ms END) AS ack_p99_ms
FROM ranked
GROUP BY app_key, channel, total
ORDER BY app_key, channel;
