-- Which receipts have no send in the ledger, and why?
--
-- A delivery is unmatched when it has no accepted, sent or send_failed event. Those sent under another AppKey are
-- mismatches, those of a message that was sent to others are orphans; for the rest the ledger holds no send of the
-- message at all, so most likely a send log is missing. Receipts that tell of a delivery under another name (see
-- bridges), and deliveries without a device id, are left out. Days are UTC days unless an offset is given. Reads every
-- delivery.
--
-- :since, :until       milliseconds UTC of the earliest receipt; unset means no limit.
-- :app_key             only this AppKey; unset means all.
-- :utc_offset_minutes  minutes that local time is ahead of UTC, such as 480; unset means 0.
--
-- Columns:
--   day               [date] day of the earliest receipt
--   app_key           [id] AppKey the receipts came under
--   unmatched         [deliveries] with receipts and no send
--   acked             [deliveries] of these, with an ext_ack
--   opened            [deliveries] of these, opened
--   app_key_mismatch  [deliveries] acked or opened, but sent under another AppKey
--   orphan_ack        [deliveries] acked or opened, of a message that was sent, but not to this device
--   other             [deliveries] neither: the message's send log is missing, or there is no ack and no open
WITH receipt AS (
  SELECT app_key,
         message_id,
         device_id,
         acked_at,
         opened_at,
         min(coalesce(arrived_at, 9223372036854775807), coalesce(arrive_failed_at, 9223372036854775807),
             coalesce(acked_at, 9223372036854775807), coalesce(displayed_at, 9223372036854775807),
             coalesce(opened_at, 9223372036854775807), coalesce(dismissed_at, 9223372036854775807),
             coalesce(dropped_at, 9223372036854775807), coalesce(expired_at, 9223372036854775807)) AS first_ms
  FROM deliveries
  WHERE sent_at IS NULL
    AND send_failed_at IS NULL
    AND accepted_at IS NULL
    AND device_id <> ''
    AND app_key = coalesce(:app_key, app_key)
    AND (app_key, message_id, device_id) NOT IN
        (SELECT app_key, message_id, device_id FROM links WHERE state = 'joined')
),
flagged AS (
  SELECT app_key,
         message_id,
         device_id,
         flag
  FROM flags
  WHERE flag IN ('app_key_mismatch', 'orphan_ack')
)
SELECT date((receipt.first_ms + coalesce(:utc_offset_minutes, 0) * 60000) / 1000, 'unixepoch') AS day,
       receipt.app_key,
       count(*)                                          AS unmatched,
       count(receipt.acked_at)                           AS acked,
       count(receipt.opened_at)                          AS opened,
       sum(coalesce(flagged.flag = 'app_key_mismatch', 0)) AS app_key_mismatch,
       sum(coalesce(flagged.flag = 'orphan_ack', 0))     AS orphan_ack,
       sum(flagged.flag IS NULL)                         AS other
FROM receipt
  LEFT JOIN flagged
    ON  flagged.app_key    = receipt.app_key
    AND flagged.message_id = receipt.message_id
    AND flagged.device_id  = receipt.device_id
WHERE receipt.first_ms >= coalesce(:since, 0)
  -- The largest time is that of a delivery with nothing but events of kind other, which are no receipts.
  AND receipt.first_ms <  coalesce(:until, 9223372036854775807)
GROUP BY day, receipt.app_key
ORDER BY day, receipt.app_key;
