-- Where do extension acks get lost: which app versions open pushes that they never acked?
--
-- A push that was opened did arrive, so a missing ack is the receipt's fault and not the network's. Hours are UTC
-- hours, and each belongs to the window and the day in which it begins. Days are UTC days unless an offset is given.
--
-- :since, :until       milliseconds UTC; unset means no limit.
-- :app_key             only this AppKey; unset means all.
-- :utc_offset_minutes  minutes that local time is ahead of UTC, such as 480; unset means 0.
--
-- Columns:
--   day                    [date] day of the cohort
--   app_key                [id] AppKey
--   app_version            app version; empty when unknown
--   opened_unacked         [deliveries] ack-eligible and opened, with no ext_ack
--   eligible_opened        [deliveries] ack-eligible and opened
--   opened_unacked_rate    [share] opened_unacked / eligible_opened
--   eligible_opened_acked  [deliveries] ack-eligible, opened and acked
--   ack_coverage           [share] eligible_opened_acked / eligible_opened
WITH cohort AS (
  SELECT date((hour_at + coalesce(:utc_offset_minutes, 0) * 60000) / 1000, 'unixepoch') AS day,
         app_key,
         app_version,
         sum(opened_unacked)  AS opened_unacked,
         sum(eligible_opened) AS eligible_opened
  FROM hourly_app_versions
  WHERE hour_at >= coalesce(:since, 0)
    AND hour_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(:app_key, app_key)
  GROUP BY day, app_key, app_version
)
SELECT day,
       app_key,
       app_version,
       opened_unacked,
       eligible_opened,
       round(1.0 * opened_unacked / eligible_opened, 6)                     AS opened_unacked_rate,
       eligible_opened - opened_unacked                                     AS eligible_opened_acked,
       round(1.0 * (eligible_opened - opened_unacked) / eligible_opened, 6) AS ack_coverage
FROM cohort
WHERE eligible_opened > 0
ORDER BY day, app_key, opened_unacked DESC, app_version;
