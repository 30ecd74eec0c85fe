-- How long do extensions run, and how do their runs end, by app version?
--
-- These are facts from the extensions' own log, about the devices that hand one in, and no estimate for the others. A
-- run lasts from the step received to the last one before the next received. Percentiles are nearest rank. Single runs
-- stand in the view extension_runs.
--
-- :since, :until  milliseconds UTC of the start, or of the last step when the log has no start; unset means no limit.
-- :app_key        only this AppKey; unset means all.
-- :message_id     only this message; unset means all.
--
-- Columns:
--   app_key               [id] AppKey
--   app_version           app version; NULL when unknown
--   runs                  [runs] all of them
--   acked                 [runs] a receipt was sent and answered
--   expired               [runs] the system's time ran out, and no receipt was answered
--   attachment_failed     [runs] neither, and an attachment could not be loaded or shown
--   ack_failed            [runs] none of these: tries to send the receipt failed, and the content was handed back
--   finished              [runs] none of these: the content was handed back, and nothing is said of a receipt
--   unfinished            [runs] none of these: the log ends before the content was handed back
--   expired_rate          [share] expired / runs
--   start_latency_p50_ms  [ms] half of the runs started within this time of the send
--   run_p50_ms            [ms] half of the runs took no longer
--   run_p95_ms            [ms] 95 % of the runs took no longer
WITH run AS (
  SELECT app_key,
         app_version,
         outcome,
         start_latency_ms,
         run_ms
  FROM extension_runs
  WHERE coalesce(started_at, ended_at) >= coalesce(:since, 0)
    AND coalesce(started_at, ended_at) <  coalesce(:until, 9223372036854775807)
    AND app_key = coalesce(CAST(:app_key AS TEXT), app_key)
    AND message_id = coalesce(CAST(:message_id AS TEXT), message_id)
),
placed AS (
  SELECT *,
         row_number() OVER (PARTITION BY app_key, app_version ORDER BY start_latency_ms NULLS LAST) AS start_place,
         count(start_latency_ms) OVER (PARTITION BY app_key, app_version)                           AS starts,
         row_number() OVER (PARTITION BY app_key, app_version ORDER BY run_ms NULLS LAST)           AS run_place,
         count(run_ms) OVER (PARTITION BY app_key, app_version)                                     AS lengths
  FROM run
)
SELECT app_key,
       app_version,
       count(*)                                                       AS runs,
       sum(outcome = 'acked')                                         AS acked,
       sum(outcome = 'expired')                                       AS expired,
       sum(outcome = 'attachment_failed')                             AS attachment_failed,
       sum(outcome = 'ack_failed')                                    AS ack_failed,
       sum(outcome = 'finished')                                      AS finished,
       sum(outcome = 'unfinished')                                    AS unfinished,
       round(1.0 * sum(outcome = 'expired') / count(*), 6)            AS expired_rate,
       -- The place is half of the number, or 95 hundredths, rounded up.
       min(iif(start_place = (starts + 1) / 2, start_latency_ms, NULL))  AS start_latency_p50_ms,
       min(iif(run_place = (lengths + 1) / 2, run_ms, NULL))             AS run_p50_ms,
       min(iif(run_place = (lengths * 95 + 99) / 100, run_ms, NULL))     AS run_p95_ms
FROM placed
GROUP BY app_key, app_version
ORDER BY runs DESC, app_key, app_version;
