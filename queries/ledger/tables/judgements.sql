-- What judgements found, and what somebody said of it.
--
-- No part of the set of events: imports and digests neither read nor write it. What the rules said can be computed again at
-- any time, and is_current says whether that would give the same: whoever changes the ledger takes it away.
CREATE TABLE judgement(ref INTEGER PRIMARY KEY, end_ms INTEGER NOT NULL, as_of_ms INTEGER NOT NULL, settings TEXT NOT NULL,
  is_current INTEGER NOT NULL, is_shown INTEGER NOT NULL, UNIQUE(end_ms, as_of_ms)) STRICT;
-- name_scope: of the scope what stays while the finding lasts. query: the stored question that shows its rows. judged_from,
-- judged_until: what it was judged by, where that is not what the judgement judged of all.
CREATE TABLE finding(judgement_ref INTEGER NOT NULL REFERENCES judgement, place INTEGER NOT NULL, code TEXT NOT NULL,
  app_key TEXT NOT NULL, scope TEXT NOT NULL, name_scope TEXT NOT NULL, severity TEXT NOT NULL, state TEXT NOT NULL,
  first_seen_at INTEGER, since_at INTEGER, since_is_exact INTEGER NOT NULL, deliveries INTEGER, devices INTEGER,
  observed REAL, expected REAL, interval_low REAL, interval_high REAL, cause TEXT NOT NULL, rivals TEXT NOT NULL,
  next_step TEXT NOT NULL, command TEXT, acknowledged_until INTEGER, query TEXT,
  judged_from INTEGER, judged_until INTEGER, PRIMARY KEY(judgement_ref, place)) STRICT, WITHOUT ROWID;
-- scope: as name_scope of a finding. severity: how bad it was when somebody said that it is known.
CREATE TABLE acknowledgement(code TEXT NOT NULL, app_key TEXT NOT NULL, scope TEXT NOT NULL, severity TEXT NOT NULL,
  until_ms INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY(code, app_key, scope)) STRICT, WITHOUT ROWID;
