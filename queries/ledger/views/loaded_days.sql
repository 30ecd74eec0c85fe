-- a day whose sums were computed elsewhere and loaded
--
-- Columns:
--   day_start_ms  [ms UTC] where the day begins, in the time zone it was loaded with
--   day_end_ms    [ms UTC] where the next day begins
--   run           name of the run that counted it
--   engine        what counted it: spark, sqlite or duckdb
--   deliveries    [count] deliveries of the day's cohorts
SELECT d.start_ms AS day_start_ms, d.end_ms AS day_end_ms, r.run, r.engine,
  (SELECT coalesce(sum(h.deliveries), 0) FROM channel_hour AS h
    WHERE h.hour >= d.start_ms / 3600000 AND h.hour < d.end_ms / 3600000) AS deliveries
FROM loaded_day AS d JOIN loaded_run AS r ON r.start_ms = d.run_start_ms;
