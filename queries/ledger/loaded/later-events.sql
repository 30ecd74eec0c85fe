-- Which hours have an event that is later than the run's newest, or not in the hour?
SELECT 1 FROM run AS r JOIN event_hour AS h ON {{in_run}}
WHERE r.newest_ms IS NULL OR h.newest_ms > r.newest_ms OR h.newest_ms / 3600000 <> h.hour;
