-- a refused line; never its content
--
-- Columns:
--   file         path of the file
--   line         [count] number of the line, or of the record in a JSON array, from 1
--   byte_offset  [bytes] where the line begins, in the uncompressed text
--   reason       why it was refused
--   field        the field it was about, when it was about one
SELECT f.path AS file, r.line, r.byte_offset, r.reason, r.field
FROM reject AS r JOIN file AS f ON f.ref = r.file_ref;
