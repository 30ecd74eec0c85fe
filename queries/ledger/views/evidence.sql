-- something a log tells of a delivery that proves it reached its device, once for each log and kind
--
-- Columns:
--   app_key     AppKey of the delivery
--   message_id  its message id
--   device_id   its device id
--   kind        {{each proofs: $name}}
--   at_ms       [ms UTC] the first time that this log gives
--   source      the log that tells it: alibaba, huawei, …; NULL when nothing says which
--   is_linked   [0/1] whether that log tells it under a name of its own, and a link leads here
SELECT a.app_key, m.message_id, {{device_id}} AS device_id, CASE f.kind {{cases kinds: WHEN $number THEN '$name'}} END AS kind, f.at_ms,
  nullif(f.source, '') AS source, f.is_linked
FROM (
  SELECT message_ref, device, app_ref, kind, at_ms, source, 0 AS is_linked FROM ({{own}})
  UNION ALL
  SELECT message_ref, device, app_ref, kind, min(at_ms), source, 1 FROM ({{linked}}) GROUP BY 1, 2, 3, 4, 6
) AS f
  JOIN app AS a ON a.ref = f.app_ref
  JOIN message AS m ON m.ref = f.message_ref;
