-- The deliveries whose cohort lies in the scope: what each adds to every counter, and its parts of the other sums.
--
-- The hour is whole hours since 1970. Its division leaves no rest, so it is exact where `/` is that of real numbers.
CREATE TEMPORARY VIEW cohort AS
SELECT CAST((cohort_at - cohort_at % 3600000) / 3600000 AS BIGINT) AS hour,
  app_key, channel, app_version, os_version,
  {{lines counters: CASE WHEN $condition THEN 1 ELSE 0 END AS $name}},
  ack_latency_ms,
  CASE WHEN sent_at IS NULL AND send_failed_at IS NOT NULL THEN 'send_failed'
    WHEN sent_at IS NOT NULL AND arrive_failed_at IS NOT NULL THEN 'arrive_failed' ELSE '' END AS failure,
  reason
FROM judged_fact CROSS JOIN rule
WHERE cohort_at >= scope_start_ms AND cohort_at < scope_end_ms;
