-- Which attachments could extensions not load or show, and in which builds?
--
-- The extensions' own log says so, in its own words, most often the system's, such as "Unrecognized attachment file
-- type".
--
-- :since, :until  milliseconds UTC of the failure; unset means no limit.
-- :app_key        only this AppKey; unset means all.
-- :message_id     only this message; unset means all.
--
-- Columns:
--   error        what the log says; NULL when it says nothing
--   app_key      [id] AppKey
--   app_version  app version; NULL when unknown
--   failures     [attachments] that could not be loaded or shown
--   messages     [messages] that they belong to
--   devices      [devices] on which it happened
--   first_ms     [ms UTC] the first of them
--   last_ms      [ms UTC] the last of them
SELECT detail                     AS error,
       app_key,
       app_version,
       count(*)                   AS failures,
       count(DISTINCT message_id) AS messages,
       count(DISTINCT device_id)  AS devices,
       min(at_ms)                 AS first_ms,
       max(at_ms)                 AS last_ms
FROM extension_steps
WHERE step = 'attachment_failed'
  AND at_ms >= coalesce(:since, 0)
  AND at_ms <  coalesce(:until, 9223372036854775807)
  AND app_key = coalesce(CAST(:app_key AS TEXT), app_key)
  AND message_id = coalesce(CAST(:message_id AS TEXT), message_id)
GROUP BY detail, app_key, app_version
ORDER BY failures DESC, error, app_key, app_version;
