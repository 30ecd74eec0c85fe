-- What is judged of each delivery of a cohort, with the hour, AppKey and part of its cell?
--
-- The columns are those of the model's view judged_fact, beside the model's settings. The limit, which cuts nothing off,
-- keeps SQLite from working a column out anew wherever a counter names it.
SELECT {{hour}} AS hour, f.app_ref, {{part}}, f.cohort_at, f.accepted_at, f.sent_at, f.send_failed_at,
  f.arrived_at, f.arrive_failed_at, f.acked_at, f.displayed_at, f.opened_at, f.dismissed_at, f.ack_latency_ms,
  f.ack_eligible AS is_ack_eligible, f.confirmed AS is_confirmed, h.is_measurable,
  EXISTS (SELECT 1 FROM delivery AS x WHERE x.message_ref = f.message_ref AND x.device = f.device
    AND x.app_ref <> f.app_ref AND x.sent IS NULL AND (x.ext_ack IS NOT NULL OR x.opened IS NOT NULL))
    AS has_unsent_answer,
  {{settled_until}} AS settled_until_ms, (SELECT value FROM setting WHERE name = 'ack_timeout_ms') AS ack_timeout_ms,
  (SELECT value FROM setting WHERE name = 'ack_budget_ms') AS ack_budget_ms
FROM {{facts}} AS f JOIN channel AS h ON h.ref = f.channel_ref {{join}}
WHERE f.has_device AND f.cohort_at IS NOT NULL {{filter}}
LIMIT -1;
