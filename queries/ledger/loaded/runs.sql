-- What is known of runs beside their sums by hour, which stand among the ledger's own.

-- Runs of an engine, by the hours that each answers for; no two share an hour.
CREATE TABLE loaded_run(start_ms INTEGER PRIMARY KEY, end_ms INTEGER NOT NULL, run TEXT NOT NULL,
  engine TEXT NOT NULL, engine_version TEXT NOT NULL, settings TEXT NOT NULL, ack_timeout_ms INTEGER NOT NULL,
  ack_budget_ms INTEGER NOT NULL, sample_limit INTEGER NOT NULL, newest_ms INTEGER,
  lines INTEGER NOT NULL, corrupt_lines INTEGER NOT NULL, rejected_lines INTEGER NOT NULL,
  ignored_lines INTEGER NOT NULL, event_lines INTEGER NOT NULL, events_read INTEGER NOT NULL,
  events INTEGER NOT NULL, events_without_device INTEGER NOT NULL, events_in_scope INTEGER NOT NULL,
  deliveries INTEGER NOT NULL, unmatched INTEGER NOT NULL, deliveries_in_scope INTEGER NOT NULL,
  latencies_in_scope INTEGER NOT NULL, failures_in_scope INTEGER NOT NULL, flags_in_scope INTEGER NOT NULL) STRICT;
-- The days that a run is made of, in the time zone it was loaded with.
CREATE TABLE loaded_day(start_ms INTEGER PRIMARY KEY, end_ms INTEGER NOT NULL,
  run_start_ms INTEGER NOT NULL REFERENCES loaded_run) STRICT;
-- What a run counts of both versions together; version_period has the hours that are counted from the log.
CREATE TABLE loaded_version_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, version_ref INTEGER NOT NULL,
  {{each counters: $name INTEGER NOT NULL}}, PRIMARY KEY(hour, app_ref, version_ref)) STRICT, WITHOUT ROWID;
CREATE TABLE loaded_reason(run_start_ms INTEGER NOT NULL REFERENCES loaded_run, reason TEXT NOT NULL,
  lines INTEGER NOT NULL, PRIMARY KEY(run_start_ms, reason)) STRICT, WITHOUT ROWID;
-- Flags of hours whose deliveries are not looked at one by one.
CREATE TABLE flag_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, flag TEXT NOT NULL,
  detail TEXT NOT NULL, deliveries INTEGER NOT NULL,
  PRIMARY KEY(hour, app_ref, flag, detail)) STRICT, WITHOUT ROWID;
-- Some of the flagged deliveries; their messages need not be in the ledger.
CREATE TABLE flag_sample(run_start_ms INTEGER NOT NULL REFERENCES loaded_run, flag TEXT NOT NULL,
  app_ref INTEGER NOT NULL, message_id TEXT NOT NULL, device ANY NOT NULL, sent_at INTEGER, detail TEXT NOT NULL,
  at_ms INTEGER NOT NULL, PRIMARY KEY(run_start_ms, flag, app_ref, message_id, device)) STRICT, WITHOUT ROWID;
