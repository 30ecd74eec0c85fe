-- The flags on deliveries whose moment lies in the scope.
--
-- at_ms is that moment: the first send where the flag is about a delivery that was sent, for an answer under a foreign
-- AppKey that of the sender, else the earliest event.
-- detail says what is the matter; part is the detail where it has few values, and stands in the sums.
CREATE TEMPORARY VIEW flag AS
SELECT flag, app_key, message_id, device_id, sent_at, detail,
  CASE WHEN flag IN ('app_key_mismatch', 'ack_timeout') THEN detail ELSE '' END AS part, at_ms
FROM (
  -- Answered under an AppKey that never sent it, while another did.
  SELECT 'app_key_mismatch' AS flag, app_key, message_id, device_id, sender_sent_at AS sent_at,
    sender_app_key AS detail, sender_sent_at AS at_ms
  FROM fact
  WHERE sent_at IS NULL AND (acked_at IS NOT NULL OR opened_at IS NOT NULL) AND sender_sent_at IS NOT NULL
  UNION ALL
  SELECT 'app_key_unknown', f.app_key, f.message_id, f.device_id, f.sent_at, '', f.first_at
  FROM fact AS f JOIN unknown_app AS u ON u.app_key = f.app_key
  UNION ALL
  -- Events without a device are no delivery, but their AppKey may be unknown all the same.
  SELECT 'app_key_unknown', e.app_key, e.message_id, '', CAST(NULL AS BIGINT), '', min(e.at_ms)
  FROM event AS e JOIN unknown_app AS u ON u.app_key = e.app_key
  WHERE e.device_id = ''
  GROUP BY e.app_key, e.message_id
  UNION ALL
  -- Answered and sent to this device by nobody, though the message was sent to others.
  SELECT 'orphan_ack', f.app_key, f.message_id, f.device_id, f.sent_at,
    CASE WHEN f.opened_at IS NULL THEN 'ext_ack' WHEN f.acked_at IS NULL THEN 'opened' ELSE 'ext_ack,opened' END,
    f.first_at
  FROM fact AS f
    JOIN (SELECT message_id FROM fact WHERE sent_at IS NOT NULL GROUP BY message_id) AS m ON m.message_id = f.message_id
  WHERE (f.acked_at IS NOT NULL OR f.opened_at IS NOT NULL) AND f.sender_sent_at IS NULL
  UNION ALL
  SELECT 'ack_timeout', app_key, message_id, device_id, sent_at,
    CASE WHEN acked_at IS NOT NULL THEN 'late' WHEN is_confirmed = 1 THEN 'lost' ELSE 'silent' END, sent_at
  FROM judged_fact CROSS JOIN rule
  WHERE sent_at <= settled_until_ms AND is_ack_eligible = 1 AND (acked_at IS NULL OR ack_latency_ms > ack_timeout_ms)
  UNION ALL
  SELECT 'ack_over_budget', app_key, message_id, device_id, sent_at, CAST(ack_latency_ms AS VARCHAR(20)), sent_at
  FROM fact CROSS JOIN rule
  WHERE ack_latency_ms > ack_budget_ms
  UNION ALL
  -- Two acks 4 to 18 s apart.
  SELECT 'ack_retried', app_key, message_id, device_id, sent_at, CAST(ack_gap_ms AS VARCHAR(20)),
    coalesce(sent_at, first_at)
  FROM fact
  WHERE ack_gap_ms IS NOT NULL
  UNION ALL
  SELECT 'clock_skew', app_key, message_id, device_id, sent_at,
    CASE WHEN acked_at < sent_at AND opened_at < sent_at THEN 'ext_ack,opened'
      WHEN acked_at < sent_at THEN 'ext_ack' ELSE 'opened' END, sent_at
  FROM fact
  WHERE acked_at < sent_at OR opened_at < sent_at
) AS judgement CROSS JOIN rule
WHERE at_ms >= scope_start_ms AND at_ms < scope_end_ms;
