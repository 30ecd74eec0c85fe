-- What is a delivery in numbers, with everything that is judged about it?
--
-- The one place where eligibility, confirmation, cohort and latency are defined. The public views, the flags and the
-- recomputed sums all stand on it. repeat.kind = 1 is sent.
SELECT d.message_ref, d.device, d.app_ref, d.context_ref, d.build_ref, d.network_ref, d.reason_ref,
  {{lines timed: d.base_ms + d.$name AS $column}},
  d.base_ms,
  d.device <> '' AS has_device,
  d.base_ms + coalesce(d.sent, d.send_failed, d.accepted) AS cohort_at,
  c.channel_ref, {{ack_eligible}} AS ack_eligible,
  (d.ext_ack IS NOT NULL OR d.displayed IS NOT NULL OR d.opened IS NOT NULL OR d.dismissed IS NOT NULL
    OR (d.arrived IS NOT NULL AND c.arrival_is_evidence)) AS confirmed,
  -- The latest sent not after the answer; when there is none, the first sent, which makes the latency negative.
  CASE WHEN d.sent IS NOT NULL AND d.ext_ack IS NOT NULL THEN d.base_ms + d.ext_ack - coalesce(
    (SELECT max(r.at_ms) FROM repeat AS r WHERE r.message_ref = d.message_ref AND r.device = d.device
      AND r.app_ref = d.app_ref AND r.kind = 1 AND r.at_ms <= d.base_ms + d.ext_ack),
    d.base_ms + d.sent) END AS ack_latency_ms,
  CASE WHEN d.sent IS NOT NULL AND d.opened IS NOT NULL THEN d.base_ms + d.opened - coalesce(
    (SELECT max(r.at_ms) FROM repeat AS r WHERE r.message_ref = d.message_ref AND r.device = d.device
      AND r.app_ref = d.app_ref AND r.kind = 1 AND r.at_ms <= d.base_ms + d.opened),
    d.base_ms + d.sent) END AS open_latency_ms
FROM {{deliveries}} AS d JOIN context AS c ON c.ref = d.context_ref;
