-- How many acks did an endpoint of one's own count, by message?
--
-- They name no device, so they are in no rate of deliveries: a device may be counted twice, and one that got no send
-- may be among them. The ratio to the sends is a ratio of two counts and can be above 1.
--
-- :since, :until  milliseconds UTC of the message's first send, or else of its first ack; unset means no limit.
-- :app_key        only this AppKey; unset means all.
-- :message_id     only this message; unset means all.
--
-- Columns:
--   source         which log they are from
--   app_key        [id] AppKey that sent the message, or else the one that the log names; NULL when nothing does
--   message_id     [id] message id
--   kind           kind of the events
--   acks           [events] counted, whatever device they are from
--   sends          [deliveries] of the message in the ledger; NULL when it has none
--   acks_per_send  [ratio] acks for each of the sends, not a share of them
--   first_ms       [ms UTC] the first of them
--   last_ms        [ms UTC] the last of them
SELECT source,
       coalesce(sent_by, nullif(app_key, '')) AS app_key,
       message_id,
       kind,
       count                                  AS acks,
       sends,
       round(1.0 * count / sends, 6)          AS acks_per_send,
       first_at                               AS first_ms,
       last_at                                AS last_ms
FROM tallies
WHERE coalesce(sent_at, first_at) >= coalesce(:since, 0)
  AND coalesce(sent_at, first_at) <  coalesce(:until, 9223372036854775807)
  AND (:app_key IS NULL OR coalesce(sent_by, app_key) = CAST(:app_key AS TEXT))
  AND message_id = coalesce(CAST(:message_id AS TEXT), message_id)
ORDER BY first_ms, source, app_key, message_id, kind;
