-- Which events are there, one row for each, and in which cohort is its delivery?
SELECT a.app_key, m.message_id, {{device_id}} AS device_id, f.kind, t.name AS raw_type, f.at_ms, f.cohort_at
FROM (
  {{union timed: SELECT d.message_ref, d.device, d.app_ref, '$name' AS kind, NULL AS raw_ref,
  d.base_ms + d.$name AS at_ms, d.base_ms + coalesce(d.sent, d.send_failed, d.accepted) AS cohort_at
  FROM delivery AS d WHERE d.$name IS NOT NULL}}
  UNION ALL
  SELECT r.message_ref, r.device, r.app_ref, CASE r.kind {{cases kinds: WHEN $number THEN '$name'}} END,
    nullif(r.raw_ref, 0), r.at_ms, d.base_ms + coalesce(d.sent, d.send_failed, d.accepted)
  FROM repeat AS r
    LEFT JOIN delivery AS d ON d.message_ref = r.message_ref AND d.device = r.device AND d.app_ref = r.app_ref
) AS f
  JOIN app AS a ON a.ref = f.app_ref
  JOIN message AS m ON m.ref = f.message_ref
  LEFT JOIN raw_type AS t ON t.ref = f.raw_ref;
