-- a device under one AppKey: what its pushes and the opens of its app say of it
--
-- Columns:
--   app_key        AppKey, as given
--   device_id      device id, as given
--   first_seen_at  [ms UTC] first sign of life: an event that only the device can cause, or an open of its app
--   last_seen_at   [ms UTC] last sign of life
--   sent           [count] pushes that were sent to it
--   acked          [count] pushes with a receipt of the extension
--   opened         [count] pushes that were opened
--   unanswered     [count] ack-eligible pushes that were sent after its last answer: an ack, a display, an open or a
--                  dismissal
--   app_version    app version of its latest push that names one; of several at one moment the last in byte order
--   os             operating system, likewise of that push
--   os_version     operating system's version, likewise
--   muted          [0/1] 1 when a vendor said after its last answer that notifications are off, or when 10 pushes or more,
--                  sent over 12 hours or longer, are unanswered; else 0 when it has ever answered
--   token_state    dead when the latest word is that its token is not valid or its app is gone; else taken when a
--                  gateway took a push; NULL without any word
SELECT a.app_key, {{device_id}} AS device_id, f.first_seen_at, nullif(f.last_seen_at, 0) AS last_seen_at,
  f.sent, f.acked, f.opened, f.unanswered, f.app_version, f.os, f.os_version,
  CASE WHEN f.off_at > f.answered_at
      OR f.unanswered >= 10 AND f.last_unanswered_at - f.first_unanswered_at >= 12 * 3600000 THEN 1
    WHEN f.answered_at > 0 THEN 0 END AS muted,
  CASE WHEN f.dead_at >= f.taken_at AND f.dead_at > 0 THEN 'dead' WHEN f.taken_at > 0 THEN 'taken' END AS token_state
FROM (
  SELECT p.app_ref, p.device, min(p.first_sign_at) AS first_seen_at, max(p.last_sign_at) AS last_seen_at,
    sum(p.sent) AS sent, sum(p.acked) AS acked, sum(p.opened) AS opened,
    count(*) FILTER (WHERE p.awaited_at > p.last_answer_at) AS unanswered,
    min(p.awaited_at) FILTER (WHERE p.awaited_at > p.last_answer_at) AS first_unanswered_at,
    max(p.awaited_at) FILTER (WHERE p.awaited_at > p.last_answer_at) AS last_unanswered_at,
    max(p.answered_at) AS answered_at, max(p.taken_at) AS taken_at,
    max(iif(p.category = 'notifications_off', p.refused_at, 0)) AS off_at,
    max(iif(p.category IN ('token_dead', 'uninstalled'), p.refused_at, 0)) AS dead_at,
    max(iif(p.named_at = p.build_at, p.app_version, NULL)) AS app_version,
    max(iif(p.named_at = p.build_at, p.os, NULL)) AS os,
    max(iif(p.named_at = p.build_at, p.os_version, NULL)) AS os_version
  FROM (
    SELECT *, max(answered_at) OVER device AS last_answer_at, max(named_at) OVER device AS build_at
    FROM (
      SELECT p.*, iif(v.app_version <> '', p.base_ms, NULL) AS named_at, nullif(v.app_version, '') AS app_version,
        nullif(b.os, '') AS os, nullif(v.os_version, '') AS os_version
      FROM ({{pushes}}) AS p JOIN build AS b ON b.ref = p.build_ref JOIN version AS v ON v.ref = b.version_ref
      UNION ALL
      SELECT f.app_ref, {{opened_device}}, NULL, NULL, 0, 0, 0, 0, f.at_ms, 0, f.at_ms, 0, 0, NULL, NULL, NULL, NULL, NULL
      FROM app_open AS f
    )
    WHERE device <> ''
    WINDOW device AS (PARTITION BY app_ref, device)
  ) AS p
  GROUP BY p.app_ref, p.device
) AS f JOIN app AS a ON a.ref = f.app_ref;
