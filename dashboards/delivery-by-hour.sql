-- In which hours did receipts fail to come?
--
-- Hours with the most measurable pushes that nothing confirmed come first; hours whose receipts may still be on their
-- way are left out.
--
-- :app_key  only this AppKey; empty means all.
-- :channel  only this channel; empty means all.
--
-- Columns:
--   hour            start of the hour in the snapshot's time zone
--   hour_s          [s UTC] the same
--   measurable      [deliveries] on channels that can give a receipt by themselves
--   unconfirmed     [deliveries] of them without any evidence from the device
--   confirmed_rate  [share] the others
--   ack_eligible    [deliveries] of which an extension ack can be expected
--   ack_rate        [share] of them with an ack
SELECT hour,
       hour_s,
       sum(measurable)                                                        AS measurable,
       sum(measurable - measurable_confirmed)                                 AS unconfirmed,
       round(1.0 * sum(measurable_confirmed) / nullif(sum(measurable), 0), 6) AS confirmed_rate,
       sum(ack_eligible)                                                      AS ack_eligible,
       round(1.0 * sum(eligible_acked) / nullif(sum(ack_eligible), 0), 6)     AS ack_rate
FROM hourly
WHERE ripe
  AND app_key = coalesce(nullif(:app_key, ''), app_key)
  AND channel = coalesce(nullif(:channel, ''), channel)
GROUP BY hour_s, hour
ORDER BY unconfirmed DESC, hour_s;
