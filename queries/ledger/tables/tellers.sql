-- Who told what, where several sources told of one delivery. All other deliveries were told of by the source of their
-- context alone, so that the log of one source has no row here.

-- The sources that stand in teller; reference 0 has no row: nothing says who told it.
CREATE TABLE source(ref INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
-- Which sources told a kind of event of a delivery under its own name, each with the first time it told of.
-- A delivery that has any row has one for each of its own kinds.
CREATE TABLE teller(message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL,
  kind INTEGER NOT NULL, source_ref INTEGER NOT NULL, at_ms INTEGER NOT NULL,
  PRIMARY KEY(message_ref, device, app_ref, kind, source_ref)) STRICT, WITHOUT ROWID;
