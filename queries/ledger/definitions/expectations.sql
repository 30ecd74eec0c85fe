-- Of which messages are receipts of the extension expected, or not, whatever the channel of their deliveries?
--
-- None is expected of messages of which every known payload keeps the extension from running, and, where no payload is
-- known, of those of which every push type shows nothing: PushType of Alibaba's API, apns-push-type of APNs. Some are
-- expected of messages that were acked over a channel on which that is not to be expected. What came is stronger than
-- any rule of what can come, so a message that was acked is none of the former.
--
-- Columns:
--   message_ref  message
--   app_ref      AppKey
--   is_expected  [0/1] whether receipts are expected
SELECT message_ref, app_ref, 0 AS is_expected FROM (
  SELECT message_ref, app_ref FROM payload WHERE {{belongs}}
  GROUP BY 1, 2 HAVING min(lint & {{keeps_from_running}} <> 0)
  UNION ALL
  SELECT p.message_ref, p.app_ref FROM push AS p
  WHERE {{belongs}} AND NOT EXISTS (SELECT 1 FROM payload AS l
    WHERE l.message_ref = p.message_ref AND l.app_ref = p.app_ref)
  GROUP BY 1, 2 HAVING min(upper(p.push_type) IN ('MESSAGE', 'BACKGROUND'))) AS u
WHERE NOT EXISTS (SELECT 1 FROM delivery AS d
  WHERE d.message_ref = u.message_ref AND d.app_ref = u.app_ref AND d.ext_ack IS NOT NULL)
UNION ALL
SELECT DISTINCT message_ref, app_ref, 1 FROM delivery
WHERE {{belongs}} AND device <> '' AND ext_ack IS NOT NULL
  AND context_ref IN (SELECT ref FROM context WHERE runs_extension AND NOT is_ack_eligible);
