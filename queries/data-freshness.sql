-- How fresh is the data of each AppKey, by kind of event?
--
-- A kind that lags behind the others of its AppKey has stopped being written, or its log has not been imported.
--
-- :app_key  only this AppKey; unset means all.
-- :as_of    "now" in milliseconds UTC; unset means the newest event in the ledger.
--
-- Columns:
--   app_key       [id] AppKey
--   kind          kind of the events
--   events        [events] distinct ones
--   first_hour    [time] UTC hour of the first of them
--   newest        [time] the last of them, UTC
--   newest_ms     [ms UTC] the same
--   behind_ms     [ms] from the last of them to "now"
SELECT app_key,
       kind,
       sum(events)                                                                  AS events,
       strftime('%Y-%m-%dT%H:%MZ', min(hour_at) / 1000, 'unixepoch')                AS first_hour,
       strftime('%Y-%m-%dT%H:%M:%SZ', max(newest_at) / 1000, 'unixepoch')           AS newest,
       max(newest_at)                                                               AS newest_ms,
       coalesce(:as_of, (SELECT as_of_ms FROM moment)) - max(newest_at)             AS behind_ms
FROM hourly_events
WHERE app_key = coalesce(:app_key, app_key)
GROUP BY app_key, kind
ORDER BY app_key, kind;
