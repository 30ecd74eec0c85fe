-- a kind of event that a source tells of a delivery under the delivery's own name
--
-- Columns:
--   app_key     AppKey of the delivery
--   message_id  its message id
--   device_id   its device id
--   kind        {{each kinds: $name}}
--   source      which log tells it: alibaba, send-log, …; NULL when nothing says which
--   at_ms       [ms UTC] the first time that this log gives
SELECT a.app_key, m.message_id, {{device_id}} AS device_id, CASE f.kind {{cases kinds: WHEN $number THEN '$name'}} END AS kind,
  nullif(f.source, '') AS source, f.at_ms
FROM ({{tellings}}) AS f
  JOIN app AS a ON a.ref = f.app_ref
  JOIN message AS m ON m.ref = f.message_ref;
