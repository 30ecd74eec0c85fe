-- What share of pushes was opened, by day?
--
-- A push belongs to the day it was first sent. Hours are UTC hours, and each belongs to the window and the day in which
-- it begins. Days are UTC days unless an offset is given.
--
-- :since, :until       milliseconds UTC; unset means no limit.
-- :app_key             only this AppKey; unset means all.
-- :utc_offset_minutes  minutes that local time is ahead of UTC, such as 480; unset means 0.
--
-- Columns:
--   day                  [date] day of the cohort
--   app_key              [id] AppKey
--   opened               [deliveries] sent and tapped
--   sent                 [deliveries] handed to the gateway
--   open_rate_sent       [share] opened / sent
--   confirmed            [deliveries] sent, with evidence from the device
--   open_rate_confirmed  [share] opened / confirmed
WITH cohort AS (
  SELECT date((hour_at + coalesce(:utc_offset_minutes, 0) * 60000) / 1000, 'unixepoch') AS day,
         app_key,
         sum(opened)    AS opened,
         sum(sent)      AS sent,
         sum(confirmed) AS confirmed
  FROM hourly
  WHERE hour_at >= coalesce(:since, 0)
    AND hour_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(:app_key, app_key)
  GROUP BY day, app_key
)
SELECT day,
       app_key,
       opened,
       sent,
       round(1.0 * opened / nullif(sent, 0), 6)      AS open_rate_sent,
       confirmed,
       round(1.0 * opened / nullif(confirmed, 0), 6) AS open_rate_confirmed
FROM cohort
ORDER BY day, app_key;
