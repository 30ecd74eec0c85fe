-- What was read. head and tail are digests of the first 4 KiB and of the last 4 KiB that were read: by them, and not
-- by its name, a file is known again. state: 0 still to be read on, 1 read to its end, 2 given up on.
-- mapping: by which its records were read; empty for receipts of Alibaba.
CREATE TABLE file(ref INTEGER PRIMARY KEY, path TEXT NOT NULL, format TEXT NOT NULL, bytes INTEGER NOT NULL,
  offset INTEGER NOT NULL, last_line INTEGER NOT NULL, head_bytes INTEGER NOT NULL, head TEXT NOT NULL, tail TEXT NOT NULL,
  state INTEGER NOT NULL, lines INTEGER NOT NULL, merged INTEGER NOT NULL, duplicate INTEGER NOT NULL,
  rejected INTEGER NOT NULL, ignored INTEGER NOT NULL, events INTEGER NOT NULL,
  first_event_at INTEGER, last_event_at INTEGER, finished_at INTEGER NOT NULL,
  mapping TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX file_by_head ON file(head);
-- By which options of import a file was read, each way once: words of a command line, between U+001F.
CREATE TABLE reading(file_ref INTEGER NOT NULL REFERENCES file, options TEXT NOT NULL,
  PRIMARY KEY(file_ref, options)) STRICT, WITHOUT ROWID;
-- Refused lines, without what they hold. told_at: the first time that stands in one, in milliseconds UTC.
CREATE TABLE reject(file_ref INTEGER NOT NULL REFERENCES file, byte_offset INTEGER NOT NULL,
  line INTEGER NOT NULL, reason TEXT NOT NULL, field TEXT, digest INTEGER NOT NULL, told_at INTEGER,
  PRIMARY KEY(file_ref, byte_offset)) STRICT, WITHOUT ROWID;
