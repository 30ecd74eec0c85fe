-- Which app versions and OS versions ack, open and lose receipts?
--
-- ack_coverage is the one to look at first: pushes that were opened did arrive, so acks missing among them are lost.
-- Sends are summed by eight UTC hours, from 00, 08 and 16 o'clock; those are in the window that begin there.
--
-- :since, :until  milliseconds UTC; unset means no limit.
-- :app_key        only this AppKey; unset means all.
--
-- Columns:
--   app_key                [id] AppKey
--   app_version            app version; empty when unknown
--   os_version             operating system's version; empty when unknown
--   sent                   [deliveries] handed to the gateway
--   eligible_acked         [deliveries] ack-eligible sent ones with an ext_ack
--   ack_eligible           [deliveries] sent ones of which an extension receipt can be expected
--   ack_rate               [share] eligible_acked / ack_eligible
--   eligible_opened_acked  [deliveries] ack-eligible, opened and acked
--   eligible_opened        [deliveries] ack-eligible and opened
--   ack_coverage           [share] eligible_opened_acked / eligible_opened
--   opened                 [deliveries] sent and tapped
--   open_rate_sent         [share] opened / sent
WITH cohort AS (
  SELECT app_key,
         app_version,
         os_version,
         sum(sent)                             AS sent,
         sum(eligible_acked)                   AS eligible_acked,
         sum(ack_eligible)                     AS ack_eligible,
         sum(eligible_opened - opened_unacked) AS eligible_opened_acked,
         sum(eligible_opened)                  AS eligible_opened,
         sum(opened)                           AS opened
  FROM version_periods
  WHERE period_at >= coalesce(:since, 0)
    AND period_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(:app_key, app_key)
  GROUP BY app_key, app_version, os_version
)
SELECT app_key,
       app_version,
       os_version,
       sent,
       eligible_acked,
       ack_eligible,
       round(1.0 * eligible_acked / nullif(ack_eligible, 0), 6)           AS ack_rate,
       eligible_opened_acked,
       eligible_opened,
       round(1.0 * eligible_opened_acked / nullif(eligible_opened, 0), 6) AS ack_coverage,
       opened,
       round(1.0 * opened / nullif(sent, 0), 6)                           AS open_rate_sent
FROM cohort
ORDER BY app_key, sent DESC, app_version, os_version;
