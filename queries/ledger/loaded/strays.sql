-- Which loaded rows belong to no run, or to two?
SELECT 1 FROM flag_hour WHERE {{is_counted hour * 3600000}}
UNION ALL SELECT 1 FROM loaded_version_hour WHERE {{is_counted hour * 3600000}}
UNION ALL SELECT 1 FROM loaded_day WHERE run_start_ms NOT IN (SELECT start_ms FROM loaded_run)
UNION ALL SELECT 1 FROM loaded_reason WHERE run_start_ms NOT IN (SELECT start_ms FROM loaded_run)
UNION ALL SELECT 1 FROM flag_sample WHERE run_start_ms NOT IN (SELECT start_ms FROM loaded_run)
UNION ALL SELECT 1 FROM loaded_run AS a JOIN loaded_run AS b ON b.start_ms > a.start_ms AND b.start_ms < a.end_ms;
