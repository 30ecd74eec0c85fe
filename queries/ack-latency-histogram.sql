-- How long after the send do extension acks come, in the steps of the extension's own clock?
--
-- The limits are those of the SDK's three tries of 5 s with pauses of 1 s (5, 6, 11, 12, 17 s), of the system (30 s),
-- and then a minute, ten minutes, an hour, a day. An ack below zero has every send after it: a clock is wrong.
-- A UTC hour of sends is in the window when it begins there.
--
-- :since, :until  milliseconds UTC; unset means no limit.
-- :app_key        only this AppKey; unset means all.
--
-- Columns:
--   app_key      [id] AppKey
--   lower_ms     [ms] lower limit, included; NULL below zero
--   upper_ms     [ms] upper limit, excluded; NULL from a day on
--   acked        [deliveries] acked within the limits
--   acked_total  [deliveries] acked at all
--   share        [share] acked / acked_total
WITH step(lower_ms, upper_ms) AS (
  VALUES (NULL, 0), (0, 1000), (1000, 5000), (5000, 6000), (6000, 11000), (11000, 12000), (12000, 17000),
         (17000, 30000), (30000, 60000), (60000, 600000), (600000, 3600000), (3600000, 86400000), (86400000, NULL)
),
fine AS (
  SELECT app_key,
         upper_ms,
         sum(count) AS acked
  FROM hourly_latency
  WHERE hour_at >= coalesce(:since, 0)
    AND hour_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(:app_key, app_key)
  GROUP BY app_key, upper_ms
),
total AS (
  SELECT app_key,
         sum(acked) AS acked
  FROM fine
  GROUP BY app_key
)
SELECT total.app_key,
       step.lower_ms,
       step.upper_ms,
       coalesce(sum(fine.acked), 0)                                           AS acked,
       total.acked                                                            AS acked_total,
       round(1.0 * coalesce(sum(fine.acked), 0) / nullif(total.acked, 0), 6)  AS share
FROM total
  CROSS JOIN step
  -- Every step is also a limit of the fine buckets, so that each of them lies in one step.
  LEFT JOIN fine
    ON  fine.app_key  =  total.app_key
    AND fine.upper_ms >  coalesce(step.lower_ms, -1)
    AND fine.upper_ms <= coalesce(step.upper_ms, 9223372036854775807)
GROUP BY total.app_key, step.lower_ms, step.upper_ms
ORDER BY total.app_key, step.upper_ms IS NULL, step.upper_ms;
