CREATE TABLE event(app_key TEXT NOT NULL, message_id TEXT NOT NULL, device_id TEXT NOT NULL, kind TEXT NOT NULL, raw_type TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  source TEXT NOT NULL, platform TEXT NOT NULL, channel TEXT NOT NULL, job_key TEXT NOT NULL, app_version TEXT NOT NULL, os TEXT NOT NULL, os_version TEXT NOT NULL, brand TEXT NOT NULL, network_type TEXT NOT NULL, isp TEXT NOT NULL, reason TEXT NOT NULL) STRICT;
CREATE TABLE rejected_reason(reason TEXT NOT NULL, lines INTEGER NOT NULL) STRICT;
CREATE TABLE line_count(lines INTEGER NOT NULL, corrupt_lines INTEGER NOT NULL, rejected_lines INTEGER NOT NULL, ignored_lines INTEGER NOT NULL, event_lines INTEGER NOT NULL) STRICT;

CREATE TEMPORARY VIEW channel_rule AS
WITH given(channel, arrival_is_evidence, is_measurable, gives_receipts) AS (VALUES
  ('airship', 0, 0, 0),
  ('apns', 0, 1, 1),
  ('braze', 0, 0, 0),
  ('expo', 0, 0, 0),
  ('fcm', 0, 0, 1),
  ('gcm', 0, 0, 1),
  ('getui', 1, 0, 0),
  ('onesignal', 1, 0, 0),
  ('pinpoint', 1, 0, 0),
  ('salesforce', 1, 0, 0),
  ('tencent-chat', 1, 0, 0))
SELECT channel, CAST(arrival_is_evidence AS BIGINT) AS arrival_is_evidence, CAST(is_measurable AS BIGINT) AS is_measurable, CAST(gives_receipts AS BIGINT) AS gives_receipts FROM given;

CREATE TEMPORARY VIEW known_app AS
WITH given(app_key) AS (VALUES
  ('333526247'),
  ('it''s'))
SELECT app_key FROM given;

CREATE TEMPORARY VIEW rule AS
SELECT CAST(1789948800000 AS BIGINT) AS scope_start_ms,
  CAST(1790035200000 AS BIGINT) AS scope_end_ms,
  CAST(9223372036854775807 AS BIGINT) AS settled_until_ms,
  CAST(30000 AS BIGINT) AS ack_timeout_ms,
  CAST(17000 AS BIGINT) AS ack_budget_ms,
  CAST(1000 AS BIGINT) AS sample_limit;

-- queries/model/10-ordered-event.sql

-- queries/model/20-delivery.sql

-- queries/model/30-fact.sql

CREATE TABLE stored_fact AS SELECT * FROM fact;
DROP VIEW fact;
CREATE TEMPORARY VIEW fact AS SELECT * FROM stored_fact;

-- queries/model/31-judged-fact.sql

-- queries/model/40-cohort.sql

-- queries/model/50-channel-hour.sql

-- queries/model/51-version-hour.sql

-- queries/model/52-latency-hour.sql

-- queries/model/53-failure-hour.sql

-- queries/model/60-event-cell.sql

CREATE TABLE stored_event_cell AS SELECT * FROM event_cell;
DROP VIEW event_cell;
CREATE TEMPORARY VIEW event_cell AS SELECT * FROM stored_event_cell;

-- queries/model/61-event-hour.sql

-- queries/model/70-unknown-app.sql

-- queries/model/71-flag.sql

CREATE TABLE stored_flag AS SELECT * FROM flag;
DROP VIEW flag;
CREATE TEMPORARY VIEW flag AS SELECT * FROM stored_flag;

-- queries/model/72-flag-hour.sql

-- queries/model/73-flag-sample.sql

-- queries/model/80-manifest.sql

SELECT * FROM channel_hour;

SELECT * FROM version_hour;

SELECT * FROM latency_hour;

SELECT * FROM failure_hour;

SELECT * FROM event_hour;

SELECT * FROM flag_hour;

SELECT * FROM flag_sample;

SELECT * FROM rejected_reason;

SELECT CAST(1 AS BIGINT) AS format, '2026-09-21..2026-09-21-sqlite' AS run, 'sqlite' AS engine, sqlite_version() AS engine_version,
  r.scope_start_ms, r.scope_end_ms, r.settled_until_ms, r.ack_timeout_ms, r.ack_budget_ms, r.sample_limit,
  '8810b5ab950849298388dfa0eafa8ba2569a693f54835df73cddd80a0b53262b' AS settings,
  l.lines, l.corrupt_lines, l.rejected_lines, l.ignored_lines, l.event_lines,
  m.events_read, m.events, m.events_without_device, m.newest_ms, m.events_in_scope,
  m.deliveries, m.unmatched, m.deliveries_in_scope, m.latencies_in_scope, m.failures_in_scope, m.flags_in_scope
FROM rule AS r CROSS JOIN line_count AS l CROSS JOIN manifest AS m;
