-- an hour, AppKey and kind: distinct events by the time they happened
--
-- Columns:
--   hour_at    [ms UTC] start of the UTC hour
--   app_key    AppKey, as given
--   kind       kind of the events
--   events     [count] distinct events
--   newest_at  [ms UTC] the last of them
SELECT h.hour * 3600000 AS hour_at, a.app_key,
  CASE h.kind {{cases kinds: WHEN $number THEN '$name'}} END AS kind, h.events, h.newest_ms AS newest_at
FROM event_hour AS h JOIN app AS a ON a.ref = h.app_ref;
