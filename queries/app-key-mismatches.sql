-- Which pushes were answered under another AppKey than the one that sent them?
--
-- The usual cause is an app or extension that was built with the key of another environment. The receipts count for no
-- rate of the sender, so its rates are too low by these. Hours are UTC hours, and each belongs to the
-- window and the day in which it begins. Days are UTC days unless an offset is given.
--
-- :since, :until       milliseconds UTC of the first send; unset means no limit.
-- :app_key             only this sender; unset means all.
-- :utc_offset_minutes  minutes that local time is ahead of UTC, such as 480; unset means 0.
--
-- Columns:
--   day              [date] day of the first send
--   app_key          [id] AppKey that sent
--   foreign_app_key  [id] AppKey the receipts came under
--   mismatched       [deliveries] answered under the foreign AppKey
--   sent             [deliveries] of the sender on that day
--   mismatch_rate    [share] mismatched / sent
WITH mismatch AS (
  SELECT date((hour_at + coalesce(:utc_offset_minutes, 0) * 60000) / 1000, 'unixepoch') AS day,
         detail          AS app_key,
         app_key         AS foreign_app_key,
         sum(deliveries) AS mismatched
  FROM (
    SELECT sent_at - sent_at % 3600000 AS hour_at,
           detail,
           app_key,
           1 AS deliveries
    FROM flags
    WHERE flag = 'app_key_mismatch'
      AND is_sample = 0
    UNION ALL
    SELECT hour_at,
           detail,
           app_key,
           deliveries
    FROM flag_totals
    WHERE flag = 'app_key_mismatch'
  ) AS flagged
  WHERE hour_at >= coalesce(:since, 0)
    AND hour_at <  coalesce(:until, 9223372036854775807)
    AND detail = coalesce(:app_key, detail)
  GROUP BY day, flagged.detail, flagged.app_key
),
sender AS (
  SELECT date((hour_at + coalesce(:utc_offset_minutes, 0) * 60000) / 1000, 'unixepoch') AS day,
         app_key,
         sum(sent) AS sent
  FROM hourly
  WHERE hour_at >= coalesce(:since, 0)
    AND hour_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(:app_key, app_key)
  GROUP BY day, app_key
)
SELECT mismatch.day,
       mismatch.app_key,
       mismatch.foreign_app_key,
       mismatch.mismatched,
       sender.sent,
       round(1.0 * mismatch.mismatched / nullif(sender.sent, 0), 6) AS mismatch_rate
FROM mismatch
  LEFT JOIN sender
    ON  sender.day     = mismatch.day
    AND sender.app_key = mismatch.app_key
ORDER BY mismatch.day, mismatch.app_key, mismatch.foreign_app_key;
