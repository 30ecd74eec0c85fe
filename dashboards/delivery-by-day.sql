-- What share of pushes was taken by the gateways, acked, confirmed and opened, day by day?
--
-- Shares of several AppKeys and channels together: the sums of both numbers are divided, never the shares averaged.
--
-- :app_key  only this AppKey; empty means all.
-- :channel  only this channel; empty means all.
--
-- Columns:
--   day                   [date] cohort day in the snapshot's time zone
--   day_s                 [s UTC] start of the day
--   sent                  [deliveries] handed to the gateways
--   send_success_rate     [share] sent / (sent + send_failed)
--   ack_eligible          [deliveries] of which an extension ack can be expected
--   ack_rate              [share] of them with an ack
--   measurable            [deliveries] on channels that can give a receipt by themselves
--   confirmed_rate        [share] of them with evidence from the device
--   open_rate_sent        [share] opened / sent
SELECT day,
       day_s,
       sum(sent)                                                              AS sent,
       round(1.0 * sum(sent) / nullif(sum(sent + send_failed), 0), 6)         AS send_success_rate,
       sum(ack_eligible)                                                      AS ack_eligible,
       round(1.0 * sum(eligible_acked) / nullif(sum(ack_eligible), 0), 6)     AS ack_rate,
       sum(measurable)                                                        AS measurable,
       round(1.0 * sum(measurable_confirmed) / nullif(sum(measurable), 0), 6) AS confirmed_rate,
       round(1.0 * sum(opened) / nullif(sum(sent), 0), 6)                     AS open_rate_sent
FROM daily
WHERE app_key = coalesce(nullif(:app_key, ''), app_key)
  AND channel = coalesce(nullif(:channel, ''), channel)
GROUP BY day, day_s
ORDER BY day DESC;
