-- Whose clocks disagree: which pushes were acked or opened before they were sent, and by how much?
--
-- Grouped by build and network, so that a clock that all of a kind share stands out. A disagreement smaller than the
-- push's own way does not show. Reads every delivery of the window.
--
-- :since, :until  milliseconds UTC, by first send; unset means no limit.
-- :app_key        only this AppKey; unset means all.
--
-- Columns:
--   app_key         [id] AppKey
--   app_version     app version; NULL when unknown
--   os_version      operating system's version; NULL when unknown
--   network_type    network at the time of the event; NULL when unknown
--   early           [deliveries] acked or opened before their first send
--   answered        [deliveries] acked or opened
--   early_rate      [share] early / answered
--   least_early_ms  [ms] the smallest lead of an answer over its send
--   most_early_ms   [ms] the largest
WITH answer AS (
  SELECT app_key,
         app_version,
         os_version,
         network_type,
         sent_at - min(coalesce(acked_at, opened_at), coalesce(opened_at, acked_at)) AS lead_ms
  FROM deliveries
  WHERE sent_at >= coalesce(:since, 0)
    AND sent_at <  coalesce(:until, 9223372036854775807)
    AND app_key =  coalesce(CAST(:app_key AS TEXT), app_key)
    AND device_id <> ''
    AND (acked_at IS NOT NULL OR opened_at IS NOT NULL)
)
SELECT app_key,
       app_version,
       os_version,
       network_type,
       sum(lead_ms > 0)                                AS early,
       count(*)                                        AS answered,
       round(1.0 * sum(lead_ms > 0) / count(*), 6)     AS early_rate,
       min(lead_ms) FILTER (WHERE lead_ms > 0)         AS least_early_ms,
       max(lead_ms)                                    AS most_early_ms
FROM answer
GROUP BY app_key, app_version, os_version, network_type
HAVING early > 0
ORDER BY early DESC, app_key, app_version, os_version, network_type;
