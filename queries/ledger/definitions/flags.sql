-- Which flags do deliveries have?
--
-- This file alone says what each means.
--
-- Columns:
--   flag         the flag
--   message_ref  message of the delivery
--   device       its device
--   app_ref      its AppKey; for app_key_mismatch the foreign one
--   sent_at      [ms UTC] first sent; for app_key_mismatch that of the sender's delivery
--   detail       as in the view flags
--   at_ms        [ms UTC] the time that puts the flag in a window: that of one of the delivery's events; of an answer
--                under a foreign AppKey, that of the sender's first send

-- Answered under an AppKey that never sent it, while another did.
SELECT 'app_key_mismatch' AS flag, x.message_ref, x.device, x.app_ref, d.base_ms + d.sent AS sent_at,
  s.app_key AS detail, d.base_ms + d.sent AS at_ms
FROM delivery AS x
  JOIN delivery AS d ON d.message_ref = x.message_ref AND d.device = x.device AND d.app_ref = {{first_sender}}
  JOIN app AS s ON s.ref = d.app_ref
WHERE {{x_is_near}} AND x.sent IS NULL AND (x.ext_ack IS NOT NULL OR x.opened IS NOT NULL) AND x.device <> ''
UNION ALL
SELECT 'app_key_unknown', x.message_ref, x.device, x.app_ref, x.base_ms + x.sent, NULL,
  x.base_ms + coalesce(x.sent, x.send_failed, x.accepted, 0)
FROM delivery AS x
WHERE {{x_is_near}} AND x.app_ref IN (SELECT a.ref FROM app AS a WHERE NOT a.is_configured AND NOT EXISTS
  (SELECT 1 FROM event_sum AS e WHERE e.app_ref = a.ref AND e.kind IN (0, 1, 2)))
  -- What is joined to a delivery that is known tells of an app under the name it has elsewhere.
  AND NOT EXISTS (SELECT 1 FROM link AS l WHERE l.message_ref = x.message_ref AND l.device = x.device
    AND l.app_ref = x.app_ref AND l.state = 0)
UNION ALL
-- Answered, never sent to this device by anyone, though the message was sent to others. A send
-- without a device could have been to anybody, so it proves nothing.
SELECT 'orphan_ack', x.message_ref, x.device, x.app_ref, NULL,
  CASE WHEN x.opened IS NULL THEN 'ext_ack' WHEN x.ext_ack IS NULL THEN 'opened' ELSE 'ext_ack,opened' END,
  x.base_ms
FROM delivery AS x
WHERE {{x_is_near}} AND x.sent IS NULL AND (x.ext_ack IS NOT NULL OR x.opened IS NOT NULL) AND x.device <> ''
  AND NOT EXISTS (SELECT 1 FROM delivery AS d
    WHERE d.message_ref = x.message_ref AND d.device = x.device AND d.sent IS NOT NULL)
  -- A set of messages, made once: asked of each receipt, a message without any send would be read for each.
  AND x.message_ref IN (SELECT m.ref FROM message AS m WHERE {{m_is_near}}
    AND EXISTS (SELECT 1 FROM delivery AS d
      WHERE d.message_ref = m.ref AND d.device <> '' AND d.sent IS NOT NULL))
UNION ALL
SELECT 'ack_timeout', message_ref, device, app_ref, sent_at,
  CASE WHEN acked_at IS NOT NULL THEN 'late' WHEN confirmed THEN 'lost' ELSE 'silent' END, sent_at
FROM delivery_fact
WHERE {{is_near}} AND sent_at + (SELECT value FROM setting WHERE name = 'settle_ms') <= {{moment}} AND ack_eligible AND has_device
  AND (acked_at IS NULL OR ack_latency_ms > (SELECT value FROM setting WHERE name = 'ack_timeout_ms'))
UNION ALL
SELECT 'ack_over_budget', message_ref, device, app_ref, sent_at, cast(ack_latency_ms AS TEXT), sent_at
FROM delivery_fact
WHERE {{is_near}} AND ack_latency_ms > (SELECT value FROM setting WHERE name = 'ack_budget_ms') AND has_device
UNION ALL
-- Two acks of one delivery 4 to 18 s apart; detail is the smallest such gap.
SELECT 'ack_retried', message_ref, device, app_ref, sent_at, cast(min(gap) AS TEXT), coalesce(sent_at, at_ms)
FROM (
  SELECT f.message_ref, f.device, f.app_ref, f.sent_at, l.at_ms - f.acked_at AS gap, f.base_ms AS at_ms
  FROM repeat AS l JOIN delivery_fact AS f
    ON f.message_ref = l.message_ref AND f.device = l.device AND f.app_ref = l.app_ref
  WHERE {{l_is_near}} AND l.kind = 5 AND l.device <> '' AND l.at_ms - f.acked_at BETWEEN 4000 AND 18000
  UNION ALL
  -- The last ack that is early enough gives the smallest gap; all pairs of a delivery with thousands are millions.
  SELECT f.message_ref, f.device, f.app_ref, f.sent_at, l.at_ms - (SELECT max(e.at_ms) FROM repeat AS e
      WHERE e.message_ref = l.message_ref AND e.device = l.device AND e.app_ref = l.app_ref AND e.kind = 5
        AND e.at_ms BETWEEN l.at_ms - 18000 AND l.at_ms - 4000), f.base_ms
  FROM repeat AS l JOIN delivery_fact AS f
    ON f.message_ref = l.message_ref AND f.device = l.device AND f.app_ref = l.app_ref
  WHERE {{l_is_near}} AND l.kind = 5 AND l.device <> ''
)
WHERE gap IS NOT NULL
GROUP BY message_ref, device, app_ref
UNION ALL
SELECT 'clock_skew', message_ref, device, app_ref, sent_at,
  CASE WHEN acked_at < sent_at AND opened_at < sent_at THEN 'ext_ack,opened'
    WHEN acked_at < sent_at THEN 'ext_ack' ELSE 'opened' END, sent_at
FROM delivery_fact
WHERE {{is_near}} AND (acked_at < sent_at OR opened_at < sent_at) AND has_device;
