-- Which sources were imported, and how much of each?
--
-- What the files of a source hold, including what they repeat of one another; who-told-what counts what they tell about
-- each push.
--
-- :since, :until  milliseconds UTC; only files with an event from :since on and before :until, unset means all files.
--
-- Columns:
--   source          alibaba, or the mapping by which the records were read
--   files           [files] that were imported
--   lines           [lines] merged + duplicate + rejected + ignored
--   merged          [lines] that changed the ledger
--   duplicate       [lines] that told nothing new
--   rejected        [lines] that were refused
--   events          [events] that the lines held
--   first_event_ms  [ms UTC] earliest event in them
--   last_event_ms   [ms UTC] latest event in them
SELECT source,
       count(*)             AS files,
       sum(lines)           AS lines,
       sum(merged)          AS merged,
       sum(duplicate)       AS duplicate,
       sum(rejected)        AS rejected,
       sum(events)          AS events,
       min(first_event_at)  AS first_event_ms,
       max(last_event_at)   AS last_event_ms
FROM files
WHERE coalesce(last_event_at, 9223372036854775807) >= coalesce(:since, 0)
  AND coalesce(first_event_at, 0) < coalesce(:until, 9223372036854775807)
GROUP BY source
ORDER BY source;
