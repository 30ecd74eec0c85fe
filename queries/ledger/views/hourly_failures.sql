-- an hour, AppKey, channel, kind of failure and reason
--
-- Columns:
--   hour_at      [ms UTC] start of the UTC hour of the cohort
--   app_key      AppKey, as given
--   channel      push channel; empty when unknown
--   kind         send_failed (and never sent) or arrive_failed (of a sent delivery)
--   reason_code  code of the reason; empty when there is none
--   reason_text  text of the reason; empty when there is none
--   count        [count] deliveries
SELECT h.hour * 3600000 AS hour_at, a.app_key, c.name AS channel,
  CASE h.kind WHEN {{kinds send_failed}} THEN 'send_failed' ELSE 'arrive_failed' END AS kind,
  coalesce(r.code, '') AS reason_code, coalesce(r.text, '') AS reason_text, h.count
FROM failure_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN channel AS c ON c.ref = h.channel_ref
  LEFT JOIN reason AS r ON r.ref = h.reason_ref;
