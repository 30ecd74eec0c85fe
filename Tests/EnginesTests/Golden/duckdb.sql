SET autoinstall_known_extensions = false;
SET autoload_known_extensions = false;
SET temp_directory = '_spill';

CREATE TABLE event(app_key VARCHAR NOT NULL, message_id VARCHAR NOT NULL, device_id VARCHAR NOT NULL, kind VARCHAR NOT NULL, raw_type VARCHAR NOT NULL, at_ms BIGINT NOT NULL, source VARCHAR NOT NULL, platform VARCHAR NOT NULL, channel VARCHAR NOT NULL, job_key VARCHAR NOT NULL, app_version VARCHAR NOT NULL, os VARCHAR NOT NULL, os_version VARCHAR NOT NULL, brand VARCHAR NOT NULL, network_type VARCHAR NOT NULL, isp VARCHAR NOT NULL, reason VARCHAR NOT NULL);
CREATE TABLE rejected_reason(reason VARCHAR NOT NULL, lines BIGINT NOT NULL);
CREATE TABLE line_count(lines BIGINT NOT NULL, corrupt_lines BIGINT NOT NULL, rejected_lines BIGINT NOT NULL, ignored_lines BIGINT NOT NULL, event_lines BIGINT NOT NULL);

INSERT INTO event SELECT * FROM read_json('_event/part-00000.json',
  format = 'newline_delimited', columns = {app_key: 'VARCHAR', message_id: 'VARCHAR', device_id: 'VARCHAR', kind: 'VARCHAR', raw_type: 'VARCHAR', at_ms: 'BIGINT', source: 'VARCHAR', platform: 'VARCHAR', channel: 'VARCHAR', job_key: 'VARCHAR', app_version: 'VARCHAR', os: 'VARCHAR', os_version: 'VARCHAR', brand: 'VARCHAR', network_type: 'VARCHAR', isp: 'VARCHAR', reason: 'VARCHAR'});

INSERT INTO rejected_reason SELECT * FROM read_json('_rejected_reason/part-00000.json',
  format = 'newline_delimited', columns = {reason: 'VARCHAR', lines: 'BIGINT'});

INSERT INTO line_count SELECT * FROM read_json('_line_count/part-00000.json',
  format = 'newline_delimited', columns = {lines: 'BIGINT', corrupt_lines: 'BIGINT', rejected_lines: 'BIGINT', ignored_lines: 'BIGINT', event_lines: 'BIGINT'});

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

COPY (
SELECT * FROM channel_hour
) TO 'channel_hour/part-00000.json' (FORMAT json);

COPY (
SELECT * FROM version_hour
) TO 'version_hour/part-00000.json' (FORMAT json);

COPY (
SELECT * FROM latency_hour
) TO 'latency_hour/part-00000.json' (FORMAT json);

COPY (
SELECT * FROM failure_hour
) TO 'failure_hour/part-00000.json' (FORMAT json);

COPY (
SELECT * FROM event_hour
) TO 'event_hour/part-00000.json' (FORMAT json);

COPY (
SELECT * FROM flag_hour
) TO 'flag_hour/part-00000.json' (FORMAT json);

COPY (
SELECT * FROM flag_sample
) TO 'flag_sample/part-00000.json' (FORMAT json);

COPY (
SELECT * FROM rejected_reason
) TO 'rejected_reason/part-00000.json' (FORMAT json);

COPY (
SELECT CAST(1 AS BIGINT) AS format, '2026-09-21..2026-09-21-duckdb' AS run, 'duckdb' AS engine, substr(version(), 2) AS engine_version,
  r.scope_start_ms, r.scope_end_ms, r.settled_until_ms, r.ack_timeout_ms, r.ack_budget_ms, r.sample_limit,
  '8810b5ab950849298388dfa0eafa8ba2569a693f54835df73cddd80a0b53262b' AS settings,
  l.lines, l.corrupt_lines, l.rejected_lines, l.ignored_lines, l.event_lines,
  m.events_read, m.events, m.events_without_device, m.newest_ms, m.events_in_scope,
  m.deliveries, m.unmatched, m.deliveries_in_scope, m.latencies_in_scope, m.failures_in_scope, m.flags_in_scope
FROM rule AS r CROSS JOIN line_count AS l CROSS JOIN manifest AS m
) TO 'manifest/part-00000.json' (FORMAT json);
