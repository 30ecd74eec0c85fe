-- What share of pushes was taken by the gateways, acked and confirmed by devices, by day and channel?
--
-- A push belongs to the day it was first sent, so receipts that come later change that day. Hours are UTC hours, and
-- each belongs to the window and the day in which it begins. Days are UTC days unless an offset is given.
--
-- :since, :until       milliseconds UTC; unset means no limit.
-- :app_key             only this AppKey; unset means all.
-- :utc_offset_minutes  minutes that local time is ahead of UTC, such as 480; unset means 0.
-- :as_of               "now" in milliseconds UTC; unset means the newest event in the ledger.
-- :settle_minutes      how long receipts may still be on their way; unset means 15.
--
-- Columns:
--   day                   [date] day of the cohort
--   app_key               [id] AppKey
--   channel               push channel; empty when unknown
--   sent                  [deliveries] handed to the gateway
--   attempted             [deliveries] sent, or refused by the gateway and never sent
--   send_success_rate     [share] sent / attempted
--   eligible_acked        [deliveries] ack-eligible sent ones with an ext_ack
--   ack_eligible          [deliveries] sent ones of which an extension receipt can be expected
--   ack_rate              [share] eligible_acked / ack_eligible
--   measurable_confirmed  [deliveries] measurable ones with evidence from the device
--   measurable            [deliveries] sent on a channel that can give a receipt for a push nobody touches
--   confirmed_rate        [share] measurable_confirmed / measurable: the delivery rate, a provable floor
--   ripe                  [0/1] whether the day is over and its receipts had time to arrive
WITH cohort AS (
  SELECT date((hour_at + coalesce(:utc_offset_minutes, 0) * 60000) / 1000, 'unixepoch') AS day,
         app_key,
         channel,
         sum(sent)                 AS sent,
         sum(sent + send_failed)   AS attempted,
         sum(eligible_acked)       AS eligible_acked,
         sum(ack_eligible)         AS ack_eligible,
         sum(measurable_confirmed) AS measurable_confirmed,
         sum(measurable)           AS measurable
  FROM hourly
  WHERE hour_at >= coalesce(:since, 0)
    AND hour_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(:app_key, app_key)
  GROUP BY day, app_key, channel
)
SELECT day,
       app_key,
       channel,
       sent,
       attempted,
       round(1.0 * sent / nullif(attempted, 0), 6)                  AS send_success_rate,
       eligible_acked,
       ack_eligible,
       round(1.0 * eligible_acked / nullif(ack_eligible, 0), 6)     AS ack_rate,
       measurable_confirmed,
       measurable,
       round(1.0 * measurable_confirmed / nullif(measurable, 0), 6) AS confirmed_rate,
       coalesce(:as_of, (SELECT as_of_ms FROM moment))
         >= (unixepoch(day, '+1 day') - coalesce(:utc_offset_minutes, 0) * 60) * 1000
            + coalesce(:settle_minutes, 15) * 60000                 AS ripe
FROM cohort
ORDER BY day, app_key, channel;
