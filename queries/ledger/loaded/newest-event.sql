-- Which runs say of a newest event in their hours that none of these has?
SELECT 1 FROM run AS r
WHERE newest_ms >= start_ms AND newest_ms < end_ms
  AND newest_ms IS NOT (SELECT max(h.newest_ms) FROM event_hour AS h WHERE {{in_run}});
