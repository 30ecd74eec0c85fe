-- A delivery with everything that is judged about it, and what is known of the same push on the same device under other
-- AppKeys.
--
-- Nearly every view below reads it: the epilog of an engine that computes a view anew for each use should cache it.
CREATE TEMPORARY VIEW fact AS
SELECT d.app_key, d.message_id, d.device_id, d.channel, d.app_version, d.os_version, d.reason,
  d.first_at, d.accepted_at, d.sent_at, d.send_failed_at, d.arrived_at, d.arrive_failed_at, d.acked_at, d.displayed_at,
  d.opened_at, d.dismissed_at, d.ack_latency_ms, d.ack_gap_ms,
  coalesce(d.sent_at, d.send_failed_at, d.accepted_at) AS cohort_at,
  CASE WHEN lower(d.platform) = 'ios' OR lower(d.channel) = 'apns' THEN 1 ELSE 0 END AS runs_extension,
  coalesce(c.gives_receipts, 1) AS gives_receipts,
  CASE WHEN d.acked_at IS NOT NULL OR d.displayed_at IS NOT NULL OR d.opened_at IS NOT NULL OR d.dismissed_at IS NOT NULL
    OR (d.arrived_at IS NOT NULL AND lower(d.platform) <> 'ios' AND coalesce(c.arrival_is_evidence, 1) = 1)
    THEN 1 ELSE 0 END AS is_confirmed,
  coalesce(c.is_measurable, 1) AS is_measurable,
  -- Whether an AppKey that never sent the push to this device has an ack or an open of it; its own, when it never did.
  max(CASE WHEN d.sent_at IS NULL AND (d.acked_at IS NOT NULL OR d.opened_at IS NOT NULL) THEN 1 ELSE 0 END) OVER push
    AS has_unsent_answer,
  -- The sender with the smallest AppKey; when nobody sent the push to this device, sender_sent_at is NULL.
  first_value(d.app_key) OVER push AS sender_app_key,
  first_value(d.sent_at) OVER push AS sender_sent_at
FROM delivery AS d LEFT JOIN channel_rule AS c ON c.channel = lower(d.channel)
-- All deliveries of a message on a device, senders first; one order for all three, so that they are sorted once.
WINDOW push AS (
  PARTITION BY d.message_id, d.device_id
  ORDER BY CASE WHEN d.sent_at IS NULL THEN 1 ELSE 0 END, d.app_key
  ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING);
