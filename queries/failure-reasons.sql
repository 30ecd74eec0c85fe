-- Why do sends and arrivals fail, the most frequent reason first?
--
-- A UTC hour of sends is in the window when it begins there.
--
-- :since, :until  milliseconds UTC; unset means no limit.
-- :app_key        only this AppKey; unset means all.
--
-- Columns:
--   app_key       [id] AppKey
--   channel       push channel; empty when unknown
--   kind          send_failed (and never sent) or arrive_failed (of a sent push)
--   reason_code   code of the reason; empty when there is none
--   reason_text   text of the reason; empty when there is none
--   failed        [deliveries] failed for this reason
--   failed_total  [deliveries] of this AppKey, failed in this kind for any reason on any channel
--   share         [share] failed / failed_total
WITH failure AS (
  SELECT app_key,
         channel,
         kind,
         reason_code,
         reason_text,
         sum(count) AS failed
  FROM hourly_failures
  WHERE hour_at >= coalesce(:since, 0)
    AND hour_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(:app_key, app_key)
  GROUP BY app_key, channel, kind, reason_code, reason_text
)
SELECT app_key,
       channel,
       kind,
       reason_code,
       reason_text,
       failed,
       sum(failed) OVER (PARTITION BY app_key, kind)                           AS failed_total,
       round(1.0 * failed / sum(failed) OVER (PARTITION BY app_key, kind), 6)  AS share
FROM failure
ORDER BY app_key, failed DESC, kind, channel, reason_code, reason_text;
