-- How many pushes got no extension ack within the system's limit, and what is known about them?
--
-- This is what can be observed, not a verdict on the extension: a phone that was off is silent, too. Only hours whose
-- receipts had time to arrive are counted. Hours are UTC hours, and each belongs to the window and the day in which it
-- begins. Days are UTC days unless an offset is given.
--
-- :since, :until       milliseconds UTC; unset means no limit.
-- :app_key             only this AppKey; unset means all.
-- :utc_offset_minutes  minutes that local time is ahead of UTC, such as 480; unset means 0.
-- :as_of               "now" in milliseconds UTC; unset means the newest event in the ledger.
-- :settle_minutes      how long receipts may still be on their way; unset means 15.
--
-- Columns:
--   day                [date] day of the cohort
--   app_key            [id] AppKey
--   channel            push channel; empty when unknown
--   timeout_late       [deliveries] acked, but later than the limit
--   timeout_lost       [deliveries] with other evidence from the device, but no ack
--   timeout_silent     [deliveries] with no evidence from the device at all
--   ack_timeout        [deliveries] late, lost and silent together
--   ack_eligible       [deliveries] sent ones of which an extension receipt can be expected
--   ack_timeout_rate   [share] ack_timeout / ack_eligible
--   ack_over_budget    [deliveries] acked later than the SDK's own budget of tries
--   acked              [deliveries] sent and acked
--   over_budget_rate   [share] ack_over_budget / acked
WITH cohort AS (
  SELECT date((hour_at + coalesce(:utc_offset_minutes, 0) * 60000) / 1000, 'unixepoch') AS day,
         app_key,
         channel,
         sum(timeout_late)                                 AS timeout_late,
         sum(timeout_lost)                                 AS timeout_lost,
         sum(timeout_silent)                               AS timeout_silent,
         sum(timeout_late + timeout_lost + timeout_silent) AS ack_timeout,
         sum(ack_eligible)                                 AS ack_eligible,
         sum(ack_over_budget)                              AS ack_over_budget,
         sum(acked)                                        AS acked
  FROM hourly
  WHERE hour_at >= coalesce(:since, 0)
    AND hour_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(:app_key, app_key)
    AND hour_at + 3600000 + coalesce(:settle_minutes, 15) * 60000
        <= coalesce(:as_of, (SELECT as_of_ms FROM moment))
  GROUP BY day, app_key, channel
)
SELECT day,
       app_key,
       channel,
       timeout_late,
       timeout_lost,
       timeout_silent,
       ack_timeout,
       ack_eligible,
       round(1.0 * ack_timeout / nullif(ack_eligible, 0), 6) AS ack_timeout_rate,
       ack_over_budget,
       acked,
       round(1.0 * ack_over_budget / nullif(acked, 0), 6)    AS over_budget_rate
FROM cohort
WHERE ack_eligible > 0
ORDER BY day, app_key, channel;
