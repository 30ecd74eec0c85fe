-- Sums by UTC hour of the cohort, kept exact by the writer; verify computes them again from the deliveries. That is so
-- in hours that are counted from the log.

CREATE TABLE channel_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, channel_ref INTEGER NOT NULL,
  {{each counters: $name INTEGER NOT NULL}}, PRIMARY KEY(hour, app_ref, channel_ref)) STRICT, WITHOUT ROWID;
CREATE TABLE app_version_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, app_version_ref INTEGER NOT NULL,
  {{each counters: $name INTEGER NOT NULL}}, PRIMARY KEY(hour, app_ref, app_version_ref)) STRICT, WITHOUT ROWID;
CREATE TABLE os_version_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, os_version_ref INTEGER NOT NULL,
  {{each counters: $name INTEGER NOT NULL}}, PRIMARY KEY(hour, app_ref, os_version_ref)) STRICT, WITHOUT ROWID;
-- Both versions together, over the {{period}} UTC hours that begin with hour: by single hours, an app that has many of both
-- would have nearly as many rows as deliveries.
CREATE TABLE version_period(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, version_ref INTEGER NOT NULL,
  {{each counters: $name INTEGER NOT NULL}}, PRIMARY KEY(hour, app_ref, version_ref)) STRICT, WITHOUT ROWID;
-- Acked deliveries by latency; the bucket's limits stand in latency_bucket.
CREATE TABLE latency_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, channel_ref INTEGER NOT NULL,
  bucket INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(hour, app_ref, channel_ref, bucket)) STRICT, WITHOUT ROWID;
CREATE TABLE failure_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, channel_ref INTEGER NOT NULL,
  kind INTEGER NOT NULL, reason_ref INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY(hour, app_ref, channel_ref, kind, reason_ref)) STRICT, WITHOUT ROWID;
-- Distinct events by the hour they happened in, deliveries or not; newest_ms is the last of them.
CREATE TABLE event_hour(hour INTEGER NOT NULL, app_ref INTEGER NOT NULL, kind INTEGER NOT NULL,
  events INTEGER NOT NULL, newest_ms INTEGER NOT NULL,
  PRIMARY KEY(hour, app_ref, kind)) STRICT, WITHOUT ROWID;
CREATE TABLE latency_bucket(bucket INTEGER PRIMARY KEY, lower_ms INTEGER, upper_ms INTEGER NOT NULL) STRICT;
-- The same over all hours, so that what is asked of the whole ledger costs no more when it is old.
CREATE TABLE event_sum(app_ref INTEGER NOT NULL, kind INTEGER NOT NULL,
  events INTEGER NOT NULL, first_hour INTEGER NOT NULL, newest_ms INTEGER NOT NULL,
  PRIMARY KEY(app_ref, kind)) STRICT, WITHOUT ROWID;
