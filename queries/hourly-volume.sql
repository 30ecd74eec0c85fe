-- How many events of each kind happened in each hour?
--
-- An event counts in the hour in which it happened, not in that of the send: a gap in a column is a gap in a log. Hours
-- are UTC hours, named in local time when an offset is given.
--
-- :since, :until       milliseconds UTC; unset means no limit.
-- :app_key             only this AppKey; unset means all.
-- :utc_offset_minutes  minutes that local time is ahead of UTC, such as 480; unset means 0.
--
-- Columns:
--   hour           [time] local time at which the hour begins
--   hour_ms        [ms UTC] the same
--   app_key        [id] AppKey
--   accepted       [events] taken by the sender's platform
--   sent           [events] handed to the gateway
--   send_failed    [events] refused by the gateway
--   arrived        [events] arrivals; on iOS only that APNs took the push
--   arrive_failed  [events] reports that a push did not arrive
--   ext_ack        [events] receipts of the notification service extension
--   displayed      [events] shown
--   opened         [events] tapped
--   dismissed      [events] cleared
--   dropped        [events] collapsed, capped or throttled
--   expired        [events] expired
--   other          [events] of a type this program does not know
SELECT strftime('%Y-%m-%d %H:%M', (hour_at + coalesce(:utc_offset_minutes, 0) * 60000) / 1000, 'unixepoch') AS hour,
       hour_at                                            AS hour_ms,
       app_key,
       sum(CASE kind WHEN 'accepted'      THEN events ELSE 0 END) AS accepted,
       sum(CASE kind WHEN 'sent'          THEN events ELSE 0 END) AS sent,
       sum(CASE kind WHEN 'send_failed'   THEN events ELSE 0 END) AS send_failed,
       sum(CASE kind WHEN 'arrived'       THEN events ELSE 0 END) AS arrived,
       sum(CASE kind WHEN 'arrive_failed' THEN events ELSE 0 END) AS arrive_failed,
       sum(CASE kind WHEN 'ext_ack'       THEN events ELSE 0 END) AS ext_ack,
       sum(CASE kind WHEN 'displayed'     THEN events ELSE 0 END) AS displayed,
       sum(CASE kind WHEN 'opened'        THEN events ELSE 0 END) AS opened,
       sum(CASE kind WHEN 'dismissed'     THEN events ELSE 0 END) AS dismissed,
       sum(CASE kind WHEN 'dropped'       THEN events ELSE 0 END) AS dropped,
       sum(CASE kind WHEN 'expired'       THEN events ELSE 0 END) AS expired,
       sum(CASE kind WHEN 'other'         THEN events ELSE 0 END) AS other
FROM hourly_events
WHERE hour_at >= coalesce(:since, 0)
  AND hour_at <  coalesce(:until, 9223372036854775807)
  AND app_key =  coalesce(:app_key, app_key)
GROUP BY hour_at, app_key
ORDER BY hour_at, app_key;
