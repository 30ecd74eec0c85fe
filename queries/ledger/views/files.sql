-- an imported file
--
-- Columns:
--   path            where it was read from; - is standard input
--   format          json-lines, json, csv, csv-tables or text, with +gzip, +zstd, +lz4 or +snappy
--   bytes           [bytes] bytes read, as they lie in the file
--   lines           [count] lines read = merged + duplicate + rejected + ignored
--   merged          [count] lines that changed the ledger
--   duplicate       [count] lines that told nothing new
--   rejected        [count] lines that were refused
--   ignored         [count] blank lines and headers
--   events          [count] events the lines held
--   first_event_at  [ms UTC] earliest event in it
--   last_event_at   [ms UTC] latest event in it
--   finished_at     [ms UTC] when it was last read, by the clock
--   digest          content identity: digest of the first 4 KiB, of the last 4 KiB read, and the length
--   source          the sources of its records: alibaba, mappings, unknown
SELECT path, format, bytes, lines, merged, duplicate, rejected, ignored, events, first_event_at, last_event_at,
  finished_at, substr(head, 1, 16) || '-' || substr(tail, 1, 16) || '-' || offset AS digest,
  iif(mapping = '', 'alibaba', mapping) AS source
FROM file;
