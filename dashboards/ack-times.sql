-- How long after the send do extension acks come, in the steps of the extension's own clock?
--
-- The limits are those of its three tries of 5 s with pauses of 1 s, of the system (30 s), and then a minute, ten
-- minutes, an hour, a day. Below zero a clock is wrong.
--
-- :app_key  only this AppKey; empty means all.
-- :channel  only this channel; empty means all.
--
-- Columns:
--   bucket    [number] 0 is below zero, 12 a day and more
--   lower_ms  [ms] lower limit, included; NULL below zero
--   upper_ms  [ms] upper limit, excluded; NULL from a day on
--   acked     [deliveries] acked within the limits
--   total     [deliveries] acked at all
--   share     [share] acked / total
WITH step AS (
  SELECT bucket,
         lower_ms,
         upper_ms,
         sum(count) AS acked
  FROM latency
  WHERE app_key = coalesce(nullif(:app_key, ''), app_key)
    AND channel = coalesce(nullif(:channel, ''), channel)
  GROUP BY bucket, lower_ms, upper_ms
)
SELECT bucket,
       lower_ms,
       upper_ms,
       acked,
       sum(acked) OVER ()                                      AS total,
       round(1.0 * acked / nullif(sum(acked) OVER (), 0), 6) AS share
FROM step
ORDER BY bucket;
