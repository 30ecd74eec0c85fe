-- Which files were imported, what was in them, and how late did they come in?
--
-- The time between the newest event of a file and the last reading of the file is the delay of the log itself, apart
-- from that of any push; it is negative where the clock of a log is ahead. Newest first.
--
-- :since, :until  milliseconds UTC; only files with an event from :since on and before :until, unset means all files.
--
-- Columns:
--   path            where it was read from; - is standard input
--   format          json-lines, json or csv, with +gzip or +zstd
--   bytes           [bytes] read, as they lie in the file
--   lines           [lines] merged + duplicate + rejected + ignored
--   merged          [lines] that changed the ledger
--   duplicate       [lines] that told nothing new
--   rejected        [lines] that were refused
--   ignored         [lines] blank ones and headers
--   rejected_share  [share] rejected / lines
--   events          [events] that the lines held
--   first_event_ms  [ms UTC] earliest event in it
--   last_event_ms   [ms UTC] latest event in it
--   read_ms         [ms UTC] when it was last read, by the clock
--   late_ms         [ms] read_ms minus last_event_ms
SELECT path,
       format,
       bytes,
       lines,
       merged,
       duplicate,
       rejected,
       ignored,
       round(1.0 * rejected / nullif(lines, 0), 6) AS rejected_share,
       events,
       first_event_at               AS first_event_ms,
       last_event_at                AS last_event_ms,
       finished_at                  AS read_ms,
       finished_at - last_event_at  AS late_ms
FROM files
WHERE coalesce(last_event_at, 9223372036854775807) >= coalesce(:since, 0)
  AND coalesce(first_event_at, 0) < coalesce(:until, 9223372036854775807)
ORDER BY last_event_at DESC, path, finished_at, digest;
