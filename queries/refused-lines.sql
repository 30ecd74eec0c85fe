-- Why were lines refused, and in how many files?
--
-- A line that is refused in two files counts twice. The lines themselves are not in the ledger.
--
-- :since, :until  milliseconds UTC; only files with an event from :since on and before :until, unset means all files.
--
-- Columns:
--   reason      why they were refused
--   field       the field it was about; empty when it was about none
--   refused     [lines] refused ones
--   files       [files] in which they are
--   first_file  the first of these, by name
SELECT rejects.reason,
       coalesce(rejects.field, '')        AS field,
       count(*)                           AS refused,
       count(DISTINCT rejects.file)       AS files,
       min(rejects.file)                  AS first_file
FROM rejects
WHERE rejects.file IN (
  SELECT path
  FROM files
  WHERE coalesce(last_event_at, 9223372036854775807) >= coalesce(:since, 0)
    AND coalesce(first_event_at, 0) < coalesce(:until, 9223372036854775807)
)
GROUP BY rejects.reason, coalesce(rejects.field, '')
ORDER BY refused DESC, reason, field;
