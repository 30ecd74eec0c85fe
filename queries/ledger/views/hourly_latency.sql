-- an hour, AppKey, channel and fine latency bucket
--
-- Columns:
--   hour_at   [ms UTC] start of the UTC hour of the cohort
--   app_key   AppKey, as given
--   channel   push channel; empty when unknown
--   lower_ms  [ms] the bucket's lower limit, included; NULL below zero
--   upper_ms  [ms] the bucket's upper limit, excluded
--   count     [count] acked deliveries with a latency in the bucket
SELECT h.hour * 3600000 AS hour_at, a.app_key, c.name AS channel, b.lower_ms, b.upper_ms, h.count
FROM latency_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
  JOIN latency_bucket AS b ON b.bucket = h.bucket;
