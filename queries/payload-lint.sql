-- Which messages cannot be acked or were refused because of their payloads, and what is wrong with them?
--
-- Only payloads that were imported are known, and of these only what is remarkable is kept. Messages without a remark
-- are left out. Those with the most sends come first.
--
-- :since, :until  milliseconds UTC of the first send; unset means no limit, and messages without a send too.
-- :app_key        only this AppKey; unset means all.
-- :message_id     only this message; unset means all.
-- :top            how many messages; unset means 100.
--
-- Columns:
--   app_key        [id] AppKey
--   message_id     [id] message id
--   remarks        what is remarkable about any of its payloads: names with commas between
--   cannot_ack     [0 or 1] whether none of its payloads lets the notification service extension run, and no ack came
--   variants       [payloads] payloads that differ in their remarks or their size
--   bytes_max      [bytes] size of the largest; APNs refuses more than 4096
--   first_sent_at  [ms UTC] first send; NULL when the ledger has none
--   sent           [deliveries] handed to the gateway
--   send_failed    [deliveries] refused and never sent
--   acked          [deliveries] sent and acked all the same
WITH remarkable AS MATERIALIZED (
  SELECT app_key,
         message_id,
         remarks,
         cannot_ack,
         variants,
         bytes_max
  FROM payloads
  WHERE remarks <> ''
    AND app_key    = coalesce(CAST(:app_key AS TEXT), app_key)
    AND message_id = coalesce(CAST(:message_id AS TEXT), message_id)
),
counted AS (
  SELECT p.*,
         (SELECT min(d.sent_at) FROM deliveries AS d
          WHERE d.message_id = p.message_id AND d.app_key = p.app_key)   AS first_sent_at,
         (SELECT count(d.sent_at) FROM deliveries AS d
          WHERE d.message_id = p.message_id AND d.app_key = p.app_key
            AND d.device_id <> '')                                       AS sent,
         (SELECT count(d.send_failed_at) FROM deliveries AS d
          WHERE d.message_id = p.message_id AND d.app_key = p.app_key
            AND d.device_id <> '' AND d.sent_at IS NULL)                 AS send_failed,
         (SELECT count(d.acked_at) FROM deliveries AS d
          WHERE d.message_id = p.message_id AND d.app_key = p.app_key
            AND d.device_id <> '' AND d.sent_at IS NOT NULL)             AS acked
  FROM remarkable AS p
)
SELECT app_key,
       message_id,
       remarks,
       cannot_ack,
       variants,
       bytes_max,
       first_sent_at,
       sent,
       send_failed,
       acked
FROM counted
WHERE (:since IS NULL OR first_sent_at >= :since)
  AND (:until IS NULL OR first_sent_at < :until)
ORDER BY sent DESC, app_key, message_id
LIMIT coalesce(:top, 100);
