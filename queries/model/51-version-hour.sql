-- The same counters of each hour, AppKey, app version and OS version.
CREATE TEMPORARY VIEW version_hour AS
SELECT hour, app_key, app_version, os_version,
  sum(deliveries) AS deliveries,
  sum(accepted) AS accepted,
  sum(sent) AS sent,
  sum(send_failed) AS send_failed,
  sum(arrived) AS arrived,
  sum(arrive_failed) AS arrive_failed,
  sum(ack_eligible) AS ack_eligible,
  sum(acked) AS acked,
  sum(eligible_acked) AS eligible_acked,
  sum(displayed) AS displayed,
  sum(opened) AS opened,
  sum(dismissed) AS dismissed,
  sum(confirmed) AS confirmed,
  sum(measurable) AS measurable,
  sum(measurable_confirmed) AS measurable_confirmed,
  sum(eligible_opened) AS eligible_opened,
  sum(opened_unacked) AS opened_unacked,
  sum(timeout_late) AS timeout_late,
  sum(timeout_lost) AS timeout_lost,
  sum(timeout_silent) AS timeout_silent,
  sum(ack_over_budget) AS ack_over_budget,
  sum(app_key_mismatch) AS app_key_mismatch
FROM cohort
GROUP BY hour, app_key, app_version, os_version;
