-- Which deliveries are behind a finding: of a window, an AppKey, a build, a network, a message, a reason or a flag?
--
-- The time of a delivery is that of its first send, else of its first failure, else of its acceptance. Deliveries
-- with none of these belong to no window and are in unmatched-receipts; where a flag is asked for, their time is that
-- of their first receipt. The newest come first. Reads every delivery unless a message is named, so it takes seconds
-- on millions of them.
--
-- :since, :until               milliseconds UTC; unset means no limit.
-- :app_key                     only this AppKey; unset means all.
-- :message_id                  only this message; unset means all.
-- :app_version, :os_version    only these versions; unset means all, empty text means unknown.
-- :network_type, :channel      only this network or push channel; likewise.
-- :reason                      only this reason of a failure, as code, text or code#text; likewise.
-- :kind                        only deliveries with an event of this kind, such as ext_ack or send_failed; unset means all.
-- :answers_under               only pushes that were answered under this AppKey, which never sent them; unset means all.
-- :unacked_ms                  only pushes whose extension could ack, and had not within so many ms of the send, such as 30000;
--                              unset means all.
-- :flag                        only deliveries with this flag, such as clock_skew or app_key_unknown; unset means all.
-- :top                         how many deliveries; unset means 100.
--
-- Columns:
--   at_ms           [ms UTC] first send, else first failure, else acceptance, else first receipt
--   app_key         [id] AppKey
--   message_id      [id] message id
--   device_id       [id] device id; empty when the sender logs none
--   channel         push channel; NULL when unknown
--   app_version     app version; NULL when unknown
--   os_version      operating system's version; NULL when unknown
--   network_type    network at the time of the event; NULL when unknown
--   sent_at         [ms UTC] first time it was handed to the gateway
--   send_failed_at  [ms UTC] first time the gateway refused it
--   arrived_at      [ms UTC] first arrival; on iOS it only says that APNs took the push
--   acked_at        [ms UTC] first receipt of the notification service extension
--   opened_at       [ms UTC] first time it was tapped
--   ack_latency_ms  [ms] acked_at minus the latest send not after it
--   reason_code     code of the earliest failure's reason; NULL when there is none
--   reason_text     text of the earliest failure's reason; NULL when there is none
--   ack_eligible    [0 or 1] whether an extension receipt can be expected
--   confirmed       [0 or 1] whether there is evidence from the device itself
WITH timed AS NOT MATERIALIZED (
  SELECT *,
         coalesce(sent_at, send_failed_at, accepted_at,
                  CASE
                    WHEN :flag IS NOT NULL
                      THEN min(coalesce(arrived_at, 9223372036854775807),
                               coalesce(arrive_failed_at, 9223372036854775807),
                               coalesce(acked_at, 9223372036854775807),
                               coalesce(displayed_at, 9223372036854775807),
                               coalesce(opened_at, 9223372036854775807),
                               coalesce(dismissed_at, 9223372036854775807),
                               coalesce(dropped_at, 9223372036854775807),
                               coalesce(expired_at, 9223372036854775807))
                  END) AS at_ms
  FROM deliveries
),
matching AS NOT MATERIALIZED (
  SELECT at_ms,
         app_key,
         message_id,
         device_id,
         channel,
         app_version,
         os_version,
         network_type,
         sent_at,
         send_failed_at,
         arrived_at,
         acked_at,
         opened_at,
         ack_latency_ms,
         reason_code,
         reason_text,
         ack_eligible,
         confirmed
  FROM timed
  WHERE at_ms >= coalesce(:since, 0)
    AND at_ms <  coalesce(:until, 9223372036854775807)
    AND app_key = coalesce(CAST(:app_key AS TEXT), app_key)
    AND coalesce(app_version, '')  = coalesce(CAST(:app_version AS TEXT), app_version, '')
    AND coalesce(os_version, '')   = coalesce(CAST(:os_version AS TEXT), os_version, '')
    AND coalesce(network_type, '') = coalesce(CAST(:network_type AS TEXT), network_type, '')
    AND coalesce(channel, '')      = coalesce(CAST(:channel AS TEXT), channel, '')
    AND (:reason IS NULL
         OR CAST(:reason AS TEXT) IN (
              coalesce(reason_code, reason_text, ''), coalesce(reason_text, reason_code, ''),
              coalesce(reason_code, '') || '#' || coalesce(reason_text, '')))
    AND (:kind IS NULL
         OR CASE :kind
              WHEN 'accepted' THEN accepted_at
              WHEN 'sent' THEN sent_at
              WHEN 'send_failed' THEN send_failed_at
              WHEN 'arrived' THEN arrived_at
              WHEN 'arrive_failed' THEN arrive_failed_at
              WHEN 'ext_ack' THEN acked_at
              WHEN 'displayed' THEN displayed_at
              WHEN 'opened' THEN opened_at
              WHEN 'dismissed' THEN dismissed_at
              WHEN 'dropped' THEN dropped_at
              WHEN 'expired' THEN expired_at
            END IS NOT NULL)
    AND (:answers_under IS NULL
         OR (app_key, message_id, device_id) IN
            (SELECT detail, message_id, device_id
             FROM flags
             WHERE flag = 'app_key_mismatch' AND app_key = CAST(:answers_under AS TEXT)))
    AND (:unacked_ms IS NULL
         OR (sent_at IS NOT NULL AND ack_eligible = 1
             AND (acked_at IS NULL OR ack_latency_ms > :unacked_ms)))
    AND (:flag IS NULL
         OR (app_key, message_id, device_id) IN
            (SELECT app_key, message_id, device_id
             FROM flags
             WHERE flag = CAST(:flag AS TEXT)))
),
-- In two, so that a message that is named is found by index; each with its own limit, so that neither sorts all rows.
of_message AS (
  SELECT *
  FROM matching
  WHERE message_id = CAST(:message_id AS TEXT)
  ORDER BY at_ms DESC, app_key, message_id, device_id
  LIMIT coalesce(:top, 100)
),
of_all AS (
  SELECT *
  FROM matching
  WHERE :message_id IS NULL
  ORDER BY at_ms DESC, app_key, message_id, device_id
  LIMIT coalesce(:top, 100)
)
SELECT * FROM of_message
UNION ALL
SELECT * FROM of_all
ORDER BY at_ms DESC, app_key, message_id, device_id;
