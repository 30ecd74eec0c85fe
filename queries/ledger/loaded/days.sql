-- Which runs have days that are not their hours?
SELECT 1 FROM run AS r
WHERE (SELECT min(start_ms) FROM loaded_day WHERE run_start_ms = r.start_ms) IS NOT r.start_ms
  OR (SELECT max(end_ms) FROM loaded_day WHERE run_start_ms = r.start_ms) IS NOT r.end_ms
  OR (SELECT sum(end_ms - start_ms) FROM loaded_day WHERE run_start_ms = r.start_ms) IS NOT r.end_ms - r.start_ms;
