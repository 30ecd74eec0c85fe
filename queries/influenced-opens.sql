-- How many pushes that nobody tapped may have led to an open of the app?
--
-- This is an estimate and never part of the opens. An app's own analytics tell when it was opened on a device, without
-- saying why. The last push that was sent to the device before such an open influenced it, if that was at most so many
-- hours ago and the push was not itself tapped. The open counts for this push alone. Many of these opens would have
-- happened without any push: compare messages by it, or with devices that got none, and never add it to the direct
-- opens. Reads every delivery.
--
-- :since, :until   milliseconds UTC of the send; unset means no limit.
-- :app_key         only this AppKey; unset means all.
-- :message_id      only this message; unset means all.
-- :hours           the window, in hours after the send; unset means that in milliseconds.
-- :open_window_ms  the same in milliseconds; unset means that of the setting openWindow, else a day.
--
-- Columns:
--   app_key          [id] AppKey
--   message_id       [id] message id
--   sent             [deliveries] handed to the gateway
--   opened           [deliveries] of these, tapped: direct opens
--   influenced       [deliveries] of these, not tapped, and the app was opened on the device within the window
--   influenced_rate  [share] influenced / sent: an estimate
--   hours            the window, in hours
WITH open AS (
  SELECT DISTINCT on_device_id AS device_id,
         at_ms
  FROM app_opens
  WHERE on_device_id IS NOT NULL
),
moment AS (
  -- Sends of other AppKeys and messages count here: the last push before an open may be any.
  SELECT device_id,
         sent_at AS at_ms,
         sent_at
  FROM deliveries
  WHERE sent_at IS NOT NULL
    AND device_id IN (SELECT device_id FROM open)
  UNION ALL
  SELECT device_id,
         at_ms,
         NULL
  FROM open
),
latest AS (
  SELECT device_id,
         at_ms,
         sent_at IS NULL AS is_open,
         max(sent_at) OVER (PARTITION BY device_id ORDER BY at_ms RANGE UNBOUNDED PRECEDING) AS last_sent_at
  FROM moment
),
influenced AS (
  SELECT DISTINCT device_id,
         last_sent_at
  FROM latest
  WHERE is_open
    AND at_ms - last_sent_at <= coalesce(:hours * 3600000, :open_window_ms, 86400000)
),
counted AS (
  SELECT d.app_key,
         d.message_id,
         d.opened_at,
         -- Of pushes that were sent to the device at one moment, the first by their ids.
         d.opened_at IS NULL AND i.device_id IS NOT NULL
           AND row_number() OVER (PARTITION BY d.device_id, d.sent_at ORDER BY d.app_key, d.message_id) = 1
           AS is_influenced,
         d.sent_at
  FROM deliveries AS d
    LEFT JOIN influenced AS i
      ON  i.device_id    = d.device_id
      AND i.last_sent_at = d.sent_at
  WHERE d.sent_at IS NOT NULL
    AND d.device_id <> ''
)
SELECT app_key,
       message_id,
       count(*)                         AS sent,
       count(opened_at)                 AS opened,
       sum(is_influenced)               AS influenced,
       1.0 * sum(is_influenced) / count(*) AS influenced_rate,
       coalesce(:hours, iif(:open_window_ms % 3600000 = 0, :open_window_ms / 3600000, :open_window_ms / 3600000.0), 24)
                                        AS hours
FROM counted
WHERE EXISTS (SELECT 1 FROM open)
  AND sent_at >= coalesce(:since, 0)
  AND sent_at <  coalesce(:until, 9223372036854775807)
  AND app_key = coalesce(:app_key, app_key)
  AND message_id = coalesce(:message_id, message_id)
GROUP BY app_key, message_id
ORDER BY app_key, message_id;
