-- Why do sends and arrivals fail?
--
-- :app_key  only this AppKey; empty means all.
-- :channel  only this channel; empty means all.
--
-- Columns:
--   channel      push channel; empty when unknown
--   kind         send_failed: refused and never sent; arrive_failed: sent, reported as not arrived
--   reason_code  code of the reason; empty when there is none
--   reason_text  its text
--   count        [deliveries] that failed for it
--   total        [deliveries] that failed in the same channel and way
--   share        [share] count / total
WITH reason AS (
  SELECT channel,
         kind,
         reason_code,
         reason_text,
         sum(count) AS count
  FROM failures
  WHERE app_key = coalesce(nullif(:app_key, ''), app_key)
    AND channel = coalesce(nullif(:channel, ''), channel)
  GROUP BY channel, kind, reason_code, reason_text
)
SELECT channel,
       kind,
       reason_code,
       reason_text,
       count,
       sum(count) OVER way                                      AS total,
       round(1.0 * count / nullif(sum(count) OVER way, 0), 6) AS share
FROM reason
WINDOW way AS (PARTITION BY channel, kind)
ORDER BY count DESC, channel, kind, reason_code, reason_text;
