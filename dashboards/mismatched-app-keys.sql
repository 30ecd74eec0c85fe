-- Which pushes were answered under another AppKey than the one that sent them?
--
-- The usual cause is an app or extension that was built with the key of another environment. The receipts count for no
-- rate of the sender.
--
-- :app_key  only this sender; empty means all.
--
-- Columns:
--   app_key           [id] AppKey that sent
--   foreign_app_key   [id] AppKey the receipts came under
--   deliveries        [deliveries] answered under it
--   messages          [messages] they belong to
--   first_sent_at     first of their sends, in the snapshot's time zone
--   last_sent_at      last of them
SELECT detail                     AS app_key,
       app_key                    AS foreign_app_key,
       count(*)                   AS deliveries,
       count(DISTINCT message_id) AS messages,
       min(sent_at)               AS first_sent_at,
       max(sent_at)               AS last_sent_at
FROM flags
WHERE flag = 'app_key_mismatch'
  AND detail = coalesce(nullif(:app_key, ''), detail)
GROUP BY flags.detail, flags.app_key
ORDER BY deliveries DESC, flags.detail, flags.app_key;
