-- a distinct event
--
-- Columns:
--   app_key     AppKey, as given
--   message_id  message id, as given
--   device_id   device id, as given; empty when the sender logs none
--   kind        {{each kinds: $name}}
--   raw_type    the log's own word, for kind other only
--   at_ms       [ms UTC] when it happened
SELECT a.app_key, m.message_id, {{device_id}} AS device_id, f.kind, t.name AS raw_type, f.at_ms
FROM (
  {{union timed: SELECT d.message_ref, d.device, d.app_ref, '$name' AS kind, NULL AS raw_ref,
  d.base_ms + d.$name AS at_ms FROM delivery AS d WHERE d.$name IS NOT NULL}}
  UNION ALL
  SELECT r.message_ref, r.device, r.app_ref,
    CASE r.kind {{cases kinds: WHEN $number THEN '$name'}} END,
    nullif(r.raw_ref, 0), r.at_ms
  FROM repeat AS r
) AS f
  JOIN app AS a ON a.ref = f.app_ref
  JOIN message AS m ON m.ref = f.message_ref
  LEFT JOIN raw_type AS t ON t.ref = f.raw_ref;
