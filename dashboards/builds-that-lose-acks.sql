-- Which builds open pushes that they never acked?
--
-- What was opened did arrive, so its missing ack was lost: by the build's extension, or on the way.
--
-- :app_key  only this AppKey; empty means all.
-- :least    builds with fewer opens are left out; empty means 20.
--
-- Columns:
--   app_key          [id] AppKey
--   app_version      app version; empty when unknown
--   os_version       operating system's version; empty when unknown
--   opened_unacked   [deliveries] ack-eligible, opened, without an ack
--   eligible_opened  [deliveries] ack-eligible and opened
--   ack_coverage     [share] of them with an ack
--   ack_eligible     [deliveries] of which an ack can be expected
--   ack_rate         [share] of them with an ack
SELECT app_key,
       app_version,
       os_version,
       opened_unacked,
       eligible_opened,
       round(ack_coverage, 6) AS ack_coverage,
       ack_eligible,
       round(ack_rate, 6)     AS ack_rate
FROM builds
WHERE eligible_opened >= coalesce(nullif(:least, ''), 20) + 0
  AND app_key = coalesce(nullif(:app_key, ''), app_key)
ORDER BY ack_coverage, app_key, app_version, os_version;
