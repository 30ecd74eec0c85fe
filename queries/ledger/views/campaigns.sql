-- the pushes of one job under one AppKey: a campaign, or all notifications of one template
--
-- Columns:
--   app_key        AppKey, as given
--   job_key        the sender's task or campaign key; NULL for pushes without one
--   messages       [count] messages with such pushes
--   first_sent_at  [ms UTC] first sent event
--   last_sent_at   [ms UTC] last sent event, repeats included
--   {{columns counters: $name  [count] $meaning}}
--   {{columns metrics: $name  [share] $meaning}}
SELECT a.app_key, nullif(s.job_key, '') AS job_key, s.messages, s.first_sent_at,
  max(s.last_sent_at, coalesce(r.last_at, s.last_sent_at)) AS last_sent_at, {{each counters: s.$name}},
  {{lines metrics: CAST($numerator AS REAL) / nullif($denominator, 0) AS $name}}
FROM (
  SELECT app_ref, job_key, count(DISTINCT message_ref) AS messages, min(sent_at) AS first_sent_at,
    max(sent_at) AS last_sent_at,
    {{lines counters: sum(CASE WHEN $condition THEN 1 ELSE 0 END) AS $name}}
  FROM ({{deliveries}}) GROUP BY 1, 2
) AS s
  JOIN app AS a ON a.ref = s.app_ref
  LEFT JOIN (
    SELECT d.app_ref, c.job_key, max(e.at_ms) AS last_at
    FROM repeat AS e
      JOIN delivery AS d ON d.message_ref = e.message_ref AND d.device = e.device AND d.app_ref = e.app_ref
      JOIN context AS c ON c.ref = d.context_ref
    WHERE e.kind = {{kinds sent}} AND e.device <> '' GROUP BY 1, 2
  ) AS r ON r.app_ref = s.app_ref AND r.job_key = s.job_key;
