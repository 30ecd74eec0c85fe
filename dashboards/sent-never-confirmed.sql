-- Which messages were sent and never confirmed by most of the devices they went to?
--
-- What is not confirmed may still have arrived; what is, did.
--
-- :app_key  only this AppKey; empty means all.
-- :least    messages with fewer measurable sends are left out; empty means 100.
--
-- Columns:
--   app_key         [id] AppKey
--   app             its name
--   message_id      [id] message
--   job_key         the sender's task or campaign key
--   first_sent_at   first send, in the snapshot's time zone
--   measurable      [deliveries] on channels that can give a receipt by themselves
--   unconfirmed     [deliveries] of them without any evidence from the device
--   confirmed_rate  [share] the others
SELECT m.app_key,
       a.name                                AS app,
       m.message_id,
       m.job_key,
       m.first_sent_at,
       m.measurable,
       m.measurable - m.measurable_confirmed AS unconfirmed,
       round(m.confirmed_rate, 6)            AS confirmed_rate
FROM messages AS m
  JOIN apps AS a ON a.app_key = m.app_key
WHERE m.measurable >= coalesce(nullif(:least, ''), 100) + 0
  AND m.app_key = coalesce(nullif(:app_key, ''), m.app_key)
ORDER BY m.confirmed_rate, m.measurable DESC, m.app_key, m.message_id;
