-- The deliveries whose cohort lies in the scope: what each adds to every counter, and its parts of the other sums.
--
-- The hour is whole hours since 1970. Its division leaves no rest, so it is exact where `/` is that of real numbers.
CREATE TEMPORARY VIEW cohort AS
SELECT CAST((cohort_at - cohort_at % 3600000) / 3600000 AS BIGINT) AS hour,
  app_key, channel, app_version, os_version,
  1 AS deliveries,
  CASE WHEN sent_at IS NOT NULL AND accepted_at IS NOT NULL THEN 1 ELSE 0 END AS accepted,
  CASE WHEN sent_at IS NOT NULL THEN 1 ELSE 0 END AS sent,
  CASE WHEN sent_at IS NULL AND send_failed_at IS NOT NULL THEN 1 ELSE 0 END AS send_failed,
  CASE WHEN sent_at IS NOT NULL AND arrived_at IS NOT NULL THEN 1 ELSE 0 END AS arrived,
  CASE WHEN sent_at IS NOT NULL AND arrive_failed_at IS NOT NULL THEN 1 ELSE 0 END AS arrive_failed,
  CASE WHEN sent_at IS NOT NULL AND is_ack_eligible = 1 THEN 1 ELSE 0 END AS ack_eligible,
  CASE WHEN sent_at IS NOT NULL AND acked_at IS NOT NULL THEN 1 ELSE 0 END AS acked,
  CASE WHEN sent_at IS NOT NULL AND is_ack_eligible = 1 AND acked_at IS NOT NULL THEN 1 ELSE 0 END AS eligible_acked,
  CASE WHEN sent_at IS NOT NULL AND displayed_at IS NOT NULL THEN 1 ELSE 0 END AS displayed,
  CASE WHEN sent_at IS NOT NULL AND opened_at IS NOT NULL THEN 1 ELSE 0 END AS opened,
  CASE WHEN sent_at IS NOT NULL AND dismissed_at IS NOT NULL THEN 1 ELSE 0 END AS dismissed,
  CASE WHEN sent_at IS NOT NULL AND is_confirmed = 1 THEN 1 ELSE 0 END AS confirmed,
  CASE WHEN sent_at IS NOT NULL AND is_measurable = 1 THEN 1 ELSE 0 END AS measurable,
  CASE WHEN sent_at IS NOT NULL AND is_measurable = 1 AND is_confirmed = 1 THEN 1 ELSE 0 END AS measurable_confirmed,
  CASE WHEN sent_at IS NOT NULL AND is_ack_eligible = 1 AND opened_at IS NOT NULL THEN 1 ELSE 0 END AS eligible_opened,
  CASE WHEN sent_at IS NOT NULL AND is_ack_eligible = 1 AND opened_at IS NOT NULL AND acked_at IS NULL THEN 1 ELSE 0 END
    AS opened_unacked,
  CASE WHEN sent_at <= settled_until_ms AND is_ack_eligible = 1 AND ack_latency_ms > ack_timeout_ms THEN 1 ELSE 0 END
    AS timeout_late,
  CASE WHEN sent_at <= settled_until_ms AND is_ack_eligible = 1 AND acked_at IS NULL AND is_confirmed = 1
    THEN 1 ELSE 0 END AS timeout_lost,
  CASE WHEN sent_at <= settled_until_ms AND is_ack_eligible = 1 AND acked_at IS NULL AND is_confirmed = 0
    THEN 1 ELSE 0 END AS timeout_silent,
  CASE WHEN ack_latency_ms > ack_budget_ms THEN 1 ELSE 0 END AS ack_over_budget,
  CASE WHEN sent_at IS NOT NULL AND has_unsent_answer = 1 THEN 1 ELSE 0 END AS app_key_mismatch,
  ack_latency_ms,
  CASE WHEN sent_at IS NULL AND send_failed_at IS NOT NULL THEN 'send_failed'
    WHEN sent_at IS NOT NULL AND arrive_failed_at IS NOT NULL THEN 'arrive_failed' ELSE '' END AS failure,
  reason
FROM judged_fact CROSS JOIN rule
WHERE cohort_at >= scope_start_ms AND cohort_at < scope_end_ms;
