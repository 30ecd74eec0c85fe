-- Does the ledger count the log at a moment, given as milliseconds UTC? 1 or 0, and 1 for NULL.
--
-- It does not in the hours of a loaded run, whose sums stand in place of what was imported there. Runs share no hour,
-- so this is one seek, and without any run nothing.
(NOT (EXISTS (SELECT 1 FROM loaded_run) AND coalesce($it, -1) < coalesce((SELECT l.end_ms FROM loaded_run AS l
  WHERE l.start_ms <= $it ORDER BY l.start_ms DESC LIMIT 1), -1)))
