-- what a message was sent as, by the sender's platform
--
-- Columns:
--   app_key      AppKey, as given
--   message_id   message id, as given
--   push_type    NOTICE, MESSAGE, …: a MESSAGE shows nothing, so no extension can ack it
--   platform     iOS, ANDROID, ALL, …
--   target_type  DEVICE, ACCOUNT, ALIAS, TAG, ALL, …
--   status       the platform's own word
--   sent_at      [ms UTC] when it was sent; NULL when the platform does not say
SELECT a.app_key, m.message_id, nullif(p.push_type, '') AS push_type, nullif(p.platform, '') AS platform,
  nullif(p.target_type, '') AS target_type, nullif(p.status, '') AS status, nullif(p.sent_ms, 0) AS sent_at
FROM push AS p JOIN app AS a ON a.ref = p.app_ref JOIN message AS m ON m.ref = p.message_ref;
