-- a message of one AppKey
--
-- Columns:
--   app_key        AppKey, as given
--   message_id     message id, as given
--   job_key        the sender's task or campaign key; the smallest when deliveries differ
--   {{columns kinds: $name  [count] deliveries with this kind; events without a device id count one by one}}
--   first_sent_at  [ms UTC] first sent event
--   last_sent_at   [ms UTC] last sent event, repeats included
SELECT a.app_key, m.message_id, min(s.job_key) AS job_key,
  {{each kinds: sum(s.$name) AS $name}},
  min(s.first_sent_at) AS first_sent_at, max(s.last_sent_at) AS last_sent_at
FROM (
  SELECT d.app_ref, d.message_ref, nullif(c.job_key, '') AS job_key,
    {{each timed: d.$name IS NOT NULL AS $name}},
    0 AS other, d.base_ms + d.sent AS first_sent_at, d.base_ms + d.sent AS last_sent_at
  FROM delivery AS d JOIN context AS c ON c.ref = d.context_ref
  UNION ALL
  SELECT r.app_ref, r.message_ref, NULL,
    {{each timed: r.kind = $number AND r.device = ''}}, r.kind = {{kinds other}} AND (r.device = '' OR NOT EXISTS (SELECT 1 FROM repeat AS e
  WHERE e.message_ref = r.message_ref AND e.device = r.device AND e.app_ref = r.app_ref
    AND e.kind = r.kind AND (e.at_ms, e.raw_ref) < (r.at_ms, r.raw_ref))),
    NULL, CASE r.kind WHEN {{kinds sent}} THEN r.at_ms END
  FROM repeat AS r
) AS s
  JOIN app AS a ON a.ref = s.app_ref
  JOIN message AS m ON m.ref = s.message_ref
GROUP BY s.app_ref, s.message_ref;
