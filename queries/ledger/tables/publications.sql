-- What reports said, so that later ones can tell what changed since and why.
--
-- No part of the set of events: imports, digests and verify neither read nor write it.
CREATE TABLE publication(ref INTEGER PRIMARY KEY, zone TEXT NOT NULL, app_keys TEXT NOT NULL,
  as_of_ms INTEGER NOT NULL, tool_version TEXT NOT NULL, settings TEXT NOT NULL, definitions TEXT NOT NULL,
  data TEXT NOT NULL, UNIQUE(zone, app_keys, as_of_ms, settings, definitions, data)) STRICT;
-- part: 0 the counters; 1 what of them is owed to events after as-of, where that is anything.
CREATE TABLE published_day(start_ms INTEGER NOT NULL, publication_ref INTEGER NOT NULL REFERENCES publication,
  part INTEGER NOT NULL, end_ms INTEGER NOT NULL,
  {{each counters: $name INTEGER NOT NULL}},
  PRIMARY KEY(start_ms, publication_ref, part)) STRICT, WITHOUT ROWID;
