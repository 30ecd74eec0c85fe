-- an hour, AppKey and channel: the sums that reports are made of
--
-- Columns:
--   hour_at        [ms UTC] start of the UTC hour of the cohort
--   app_key        AppKey, as given
--   channel        push channel; empty when unknown
--   is_measurable  [0/1] whether the channel can give a receipt for a push nobody touches
--   {{columns counters: $name  [count] $meaning}}
SELECT h.hour * 3600000 AS hour_at, a.app_key, c.name AS channel, c.is_measurable, {{each counters: h.$name}}
FROM channel_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref;
