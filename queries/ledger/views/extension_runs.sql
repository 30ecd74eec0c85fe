-- a run of a notification service extension, from a step received to the next one on the delivery
--
-- A step belongs to the run of the latest `received` that is not after it. Nobody knows the order of steps logged in one
-- millisecond, so there a start stands before everything else.
--
-- Columns:
--   app_key           AppKey, as given
--   message_id        message id, as given
--   device_id         device id, as given
--   app_version       app version on the device, as far as the receipts of the delivery say it
--   started_at        [ms UTC] when the system handed the push over; NULL when the log does not hold the start
--   ended_at          [ms UTC] the last step of the run in the log
--   acked_at          [ms UTC] first receipt that was sent and answered
--   failed_tries      [count] tries to send the receipt that failed
--   expiring_at       [ms UTC] first time the system said that its time runs out
--   attachment_error  the first attachment's error; empty when it failed without a word, NULL when none failed
--   finished_at       [ms UTC] first time the content was handed back
--   outcome           acked, expired, attachment_failed, ack_failed, finished or unfinished: the first that holds
--   run_ms            [ms] ended_at minus started_at
--   start_latency_ms  [ms] started_at minus the latest sent not after it; negative when every sent is later, by two
--                     clocks that disagree
--   sent_app_key      AppKey of the delivery that it was for, where the log gives that delivery another name; else NULL
--   sent_message_id   its message id
--   sent_device_id    its device id
SELECT a.app_key, m.message_id, {{device_id}} AS device_id, nullif(v.app_version, '') AS app_version,
  f.started_at, f.ended_at, f.acked_at, f.failed_tries, f.expiring_at, f.attachment_error, f.finished_at,
  CASE WHEN f.acked_at IS NOT NULL THEN 'acked' WHEN f.expiring_at IS NOT NULL THEN 'expired'
    WHEN f.attachment_error IS NOT NULL THEN 'attachment_failed' WHEN f.finished_at IS NULL THEN 'unfinished'
    WHEN f.failed_tries > 0 THEN 'ack_failed' ELSE 'finished' END AS outcome,
  f.ended_at - f.started_at AS run_ms,
  CASE WHEN d.sent IS NOT NULL AND f.started_at IS NOT NULL THEN f.started_at - max(
    iif(d.base_ms + d.sent <= f.started_at, d.base_ms + d.sent, 0),
    coalesce((SELECT max(r.at_ms) FROM repeat AS r WHERE r.message_ref = d.message_ref AND r.device = d.device
      AND r.app_ref = d.app_ref AND r.kind = {{kinds sent}} AND r.at_ms <= f.started_at), 0),
    iif(d.base_ms + d.sent > f.started_at, d.base_ms + d.sent, 0)) END AS start_latency_ms,
  ta.app_key AS sent_app_key, tm.message_id AS sent_message_id,
  CASE typeof(l.target_device) WHEN 'blob' THEN lower(hex(l.target_device)) ELSE l.target_device END
    AS sent_device_id
FROM (
  SELECT message_ref, device, app_ref, started_at, max(at_ms) AS ended_at,
    min(iif(step = {{steps acked}}, at_ms, NULL)) AS acked_at,
    sum(step = {{steps ack_failed}}) AS failed_tries,
    min(iif(step = {{steps expiring}}, at_ms, NULL)) AS expiring_at,
    -- The smallest of these texts is that of the earliest: its time stands in front, in twenty digits.
    substr(min(iif(step = {{steps attachment_failed}},
      substr('00000000000000000000' || at_ms, -20) || detail, NULL)), 21) AS attachment_error,
    min(iif(step = {{steps finished}}, at_ms, NULL)) AS finished_at
  FROM (
    SELECT *, max(iif(step = {{steps received}}, at_ms, NULL)) OVER (
      PARTITION BY message_ref, device, app_ref ORDER BY at_ms) AS started_at
    FROM ({{rows}}))
  GROUP BY message_ref, device, app_ref, started_at
) AS f {{beside}}
  LEFT JOIN app AS ta ON ta.ref = l.target_app LEFT JOIN message AS tm ON tm.ref = l.target_message;
