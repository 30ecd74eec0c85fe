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
SELECT app_key,
       -- As a join, SQLite would begin with the apps and read every message.
       (SELECT name FROM apps WHERE apps.app_key = messages.app_key) AS app,
       message_id,
       job_key,
       first_sent_at,
       measurable,
       measurable - measurable_confirmed                             AS unconfirmed,
       round(confirmed_rate, 6)                                      AS confirmed_rate
FROM messages
WHERE measurable >= coalesce(nullif(:least, ''), 100) + 0
  AND app_key = coalesce(nullif(:app_key, ''), app_key)
ORDER BY confirmed_rate, measurable DESC, app_key, message_id;
