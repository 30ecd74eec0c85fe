SET spark.sql.session.timeZone=UTC;
SET spark.sql.parser.escapedStringLiterals=false;
SET spark.sql.variable.substitute=false;
SET spark.sql.files.ignoreCorruptFiles=false;
SET spark.sql.files.ignoreMissingFiles=false;
SET mapreduce.fileoutputcommitter.marksuccessfuljobs=true;
SET spark.sql.legacy.storeAnalyzedPlanForView=true;

CREATE TEMPORARY VIEW log_0 (value STRING)
USING text OPTIONS (path 'oss://bucket/push/dt=2026-09-2\u002a', lineSep '\n', recursiveFileLookup 'true');

CREATE TEMPORARY VIEW log_1 (value STRING)
USING text OPTIONS (path 'file:/logs/it\u0027s \u0024\u007bx\u007d.jsonl', lineSep '\n', recursiveFileLookup 'true');

CREATE TEMPORARY VIEW log_line AS
SELECT value FROM log_0
UNION ALL SELECT value FROM log_1;

-- Each line without the blanks around it, and its fields.
CREATE TEMPORARY VIEW parsed_line AS
SELECT text,
  octet_length(value) - CASE WHEN endswith(value, '\r') THEN 1 ELSE 0 END AS bytes,
  -- A byte that is not UTF-8 is another one on the way to characters and back.
  CAST(value AS BINARY) = encode(value, 'UTF-8') AS is_utf8,
  from_json(concat('[', text, ']'), 'ARRAY<STRUCT<`app_key`: STRING, `message_id`: STRING, `device_id`: STRING, `event_type`: STRING, `event_time`: STRING, `__time__`: STRING, `__topic__`: STRING, `device_type`: STRING, `event_channel`: STRING, `job_key`: STRING, `app_version`: STRING, `os`: STRING, `os_version`: STRING, `brand`: STRING, `network_type`: STRING, `isp`: STRING, `reason`: STRING>>',
    map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false')) AS objects,
  json_object_keys(text) AS names,
  -- Without escaped backslashes, so that what follows one is an escape.
  replace(text, '\\\\', '') AS escapes,
  -- Whether a value may be something else than text or a short whole number.
  text RLIKE '"[ \\t\\r]*:[ \\t\\r]*(-|[0-9]+[.eE]|[0-9]{19}|[tf{\\[])' AS is_odd
FROM (
  SELECT value,
    trim(BOTH ' \t\r' FROM CASE WHEN startswith(value, '\ufeff') THEN substr(value, 2) ELSE value END) AS text
  FROM log_line
) AS line;

-- What is wrong with a line as a whole, and what each of its fields holds.
CREATE TEMPORARY VIEW value_line AS
SELECT
  CASE
    WHEN bytes > 1048576 THEN 'line-too-long'
    -- A comment, a fence of Markdown, an empty list.
    WHEN text = '' OR text RLIKE '^(//|/\\*|```|\\[[ \\t\\r]*\\]\\z)' THEN 'ignored'
    WHEN NOT is_utf8 OR object IS NULL OR size(objects) <> 1 OR left(text, 1) <> '{' OR right(text, 1) <> '}'
      THEN 'corrupt'
    -- Half of a pair that stands for one character, or a NUL.
    WHEN instr(escapes, '\\u') > 0 AND escapes RLIKE
      '(?i)\\\\u(0000|d[89ab][0-9a-f]{2}(?!\\\\ud[c-f][0-9a-f]{2}))|(?<!\\\\ud[89ab][0-9a-f]{2})\\\\ud[c-f][0-9a-f]{2}'
      THEN 'corrupt'
    WHEN size(names) > 256 THEN 'too-many-keys'
    WHEN size(array_distinct(names)) < size(names) AND exists(array('app_key', 'message_id', 'device_id', 'event_type', 'event_time', '__time__', '__topic__', 'device_type', 'event_channel', 'job_key', 'app_version', 'os', 'os_version', 'brand', 'network_type', 'isp', 'reason'), name ->
        size(filter(names, other -> other = name)) > 1
        -- Without escapes a value has no mark inside; to leave them to a repeated choice would be one call of
        -- Java for each character, and the end of its stack.
        AND size(array_distinct(transform(regexp_extract_all(
          replace(replace(text, '\\\\', '\u0001'), '\\"', '\u0002'),
          concat('"', name, '"[ \\t\\r]*:[ \\t\\r]*("[^"]*"|[^,}\\]\\s]+)'), 1),
          value -> CASE WHEN value RLIKE '^[tf{\\[]' THEN 'u' ELSE value END))) > 1)
      THEN 'dup-key'
  END AS fault,
  zip_with(
    array(object.`app_key`, object.`message_id`, object.`device_id`, object.`event_type`, object.`event_time`, object.`__time__`, object.`__topic__`, object.`device_type`, object.`event_channel`, object.`job_key`, object.`app_version`, object.`os`, object.`os_version`, object.`brand`, object.`network_type`, object.`isp`, object.`reason`),
    CASE WHEN is_odd THEN array(
      regexp_extract_all(text, '"app_key"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"message_id"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"device_id"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"event_type"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"event_time"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"__time__"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"__topic__"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"device_type"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"event_channel"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"job_key"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"app_version"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"os"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"os_version"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"brand"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"network_type"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"isp"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1),
      regexp_extract_all(text, '"reason"[ \\t\\r]*:[ \\t\\r]*(-?[0-9][-+.eE0-9]*|true|false|[{\\[])', 1))
    ELSE array_repeat(CAST(array() AS ARRAY<STRING>), 17) END,
    -- A bare value of that name may also stand in an inner object; some versions write numbers anew.
    (parsed, bares) -> CASE
      WHEN parsed IS NULL THEN NULL
      WHEN exists(bares, bare -> bare RLIKE '^[tf{\\[]' AND left(parsed, length(bare)) = bare) THEN 'u'
      WHEN exists(bares, bare -> bare RLIKE '^[-0-9]' AND try_cast(bare AS DOUBLE) = try_cast(parsed AS DOUBLE))
        THEN concat('n', get(filter(bares, bare -> bare RLIKE '^[-0-9]'
          AND try_cast(bare AS DOUBLE) = try_cast(parsed AS DOUBLE)), 0))
      WHEN parsed NOT IN ('', '-', 'null') THEN concat('t', parsed)
    END) AS field
FROM (SELECT *, get(objects, 0) AS object FROM parsed_line) AS parsed;

-- What is wrong with the ids of a line, in their order, and when it happened.
CREATE TEMPORARY VIEW moment_line AS
SELECT fault, field, moment,
  get(filter(transform(slice(field, 1, 4), (id, place) -> CASE
      WHEN id IS NULL THEN CASE WHEN place <> 2 THEN 'missing-field' END
      WHEN id = 'u' THEN 'bad-type'
      WHEN left(id, 1) = 'n' AND NOT (id RLIKE '^n[0-9]{1,19}\\z'
        AND (length(id) < 20 OR id <= 'n9223372036854775807')) THEN 'bad-type'
      WHEN octet_length(id) > 257 THEN 'id-too-long'
      WHEN id RLIKE '[\\x00-\\x1f\\x7f]' THEN 'control-char'
      WHEN place = 3 AND (substr(id, 2, 1) = ' ' OR right(id, 1) = ' ') THEN 'bad-type'
    END), fault -> fault IS NOT NULL), 0) AS id_fault,
  CASE
    WHEN moment RLIKE '^[tn][0-9]+\\z' THEN CASE length(moment)
      WHEN 11 THEN try_cast(substr(moment, 2, 10) AS BIGINT) * 1000
      WHEN 14 THEN try_cast(substr(moment, 2, 13) AS BIGINT)
      WHEN 17 THEN try_cast(substr(moment, 2, 16) AS BIGINT) div 1000
      WHEN 20 THEN try_cast(substr(moment, 2, 19) AS BIGINT) div 1000000 END
    WHEN moment RLIKE '^[tn][0-9]{4}-[0-9]{2}-[0-9]{2}[ Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?( ?([Zz]|[-+](0[0-9]|1[0-8])(:?[0-5][0-9])?))?\\z' THEN
      CAST(unix_date(try_cast(substr(moment, 2, 10) AS DATE)) AS BIGINT) * 86400000
      + try_cast(substr(moment, 13, 2) AS BIGINT) * 3600000 + try_cast(substr(moment, 16, 2) AS BIGINT) * 60000 + try_cast(substr(moment, 19, 2) AS BIGINT) * 1000
      + try_cast(rpad(substr(regexp_extract(substr(moment, 21), '\\.([0-9]+)', 1), 1, 3), 3, '0') AS BIGINT)
      - CASE
          WHEN substr(moment, 21) RLIKE '[Zz]\\z' THEN 0
          WHEN substr(moment, 21) RLIKE '[-+]' THEN
            (try_cast(regexp_extract(substr(moment, 21), '[-+]([0-9]{2})', 1) AS BIGINT) * 60
              + coalesce(try_cast(nullif(regexp_extract(substr(moment, 21), '[-+][0-9]{2}:?([0-9]{2})', 1), '') AS BIGINT), 0))
            * CASE WHEN instr(substr(moment, 21), '-') > 0 THEN -60000 ELSE 60000 END
          ELSE 28800000 END
  END AS at_ms
FROM (
  SELECT fault, field, coalesce(field[4], field[5]) AS moment FROM value_line
) AS timed;

-- What each line is: an event, nothing, or refused for a reason.
CREATE TEMPORARY VIEW judged_line AS
SELECT verdict,
  substr(field[0], 2) AS app_key,
  substr(field[1], 2) AS message_id,
  coalesce(substr(field[2], 2), '') AS device_id,
  kind,
  CASE WHEN kind = 'other' THEN substr(field[3], 2) ELSE '' END AS raw_type,
  at_ms,
  'alibaba' AS source,
  attribute[0] AS platform,
  attribute[1] AS channel,
  attribute[2] AS job_key,
  attribute[3] AS app_version,
  attribute[4] AS os,
  attribute[5] AS os_version,
  attribute[6] AS brand,
  attribute[7] AS network_type,
  attribute[8] AS isp,
  CASE WHEN kind IN ('send_failed', 'arrive_failed') THEN attribute[9] ELSE '' END AS reason
FROM (
  SELECT field, at_ms,
    CASE
      WHEN fault IS NOT NULL THEN fault
      WHEN field[6] <> 'tcps_callback_event' THEN 'wrong-topic'
      WHEN id_fault IS NOT NULL THEN id_fault
      WHEN moment IS NULL THEN 'missing-field'
      WHEN moment = 'u' THEN 'bad-type'
      WHEN at_ms IS NULL OR at_ms < 1262304000000 OR at_ms >= 4102444800000 THEN 'bad-time'
      WHEN array_contains(slice(field, 8, 10), 'u') THEN 'bad-type'
      ELSE 'event'
    END AS verdict,
    -- Upper and lower case are the same in ASCII only.
    CASE translate(substr(field[3], 2), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')
      WHEN 'arrive' THEN 'arrived' WHEN 'arrive_fail' THEN 'arrive_failed' WHEN 'arrived' THEN 'arrived' WHEN 'clear' THEN 'dismissed' WHEN 'cleared' THEN 'dismissed' WHEN 'click' THEN 'opened' WHEN 'clicked' THEN 'opened' WHEN 'delete' THEN 'dismissed' WHEN 'deleted' THEN 'dismissed' WHEN 'dismiss' THEN 'dismissed' WHEN 'dismissed' THEN 'dismissed' WHEN 'ext_ack' THEN 'ext_ack' WHEN 'open' THEN 'opened' WHEN 'opened' THEN 'opened' WHEN 'received' THEN 'arrived' WHEN 'remove' THEN 'dismissed' WHEN 'removed' THEN 'dismissed' WHEN 'sent' THEN 'sent' WHEN 'sent_fail' THEN 'send_failed'
      ELSE 'other' END AS kind,
    -- 1024 bytes of a value, cut before a character that would not fit.
    transform(slice(field, 8, 10), value -> CASE
      WHEN value IS NULL THEN ''
      WHEN octet_length(value) <= 1025 THEN substr(value, 2)
      WHEN substr(hex(substring(CAST(value AS BINARY), 1026, 1)), 1, 1) NOT IN ('8', '9', 'A', 'B')
        THEN CAST(substring(CAST(value AS BINARY), 2, 1024) AS STRING)
      WHEN substr(hex(substring(CAST(value AS BINARY), 1025, 1)), 1, 1) NOT IN ('8', '9', 'A', 'B')
        THEN CAST(substring(CAST(value AS BINARY), 2, 1023) AS STRING)
      WHEN substr(hex(substring(CAST(value AS BINARY), 1024, 1)), 1, 1) NOT IN ('8', '9', 'A', 'B')
        THEN CAST(substring(CAST(value AS BINARY), 2, 1022) AS STRING)
      ELSE CAST(substring(CAST(value AS BINARY), 2, 1021) AS STRING)
    END) AS attribute
  FROM moment_line
) AS judged;

CACHE TABLE judged_line;

CREATE TEMPORARY VIEW event AS
SELECT app_key, message_id, device_id, kind, raw_type, at_ms, source, platform, channel, job_key, app_version, os,
  os_version, brand, network_type, isp, reason
FROM judged_line
WHERE verdict = 'event';

CREATE TEMPORARY VIEW rejected_reason AS
SELECT verdict AS reason, count(*) AS lines
FROM judged_line
WHERE verdict NOT IN ('event', 'ignored', 'corrupt')
GROUP BY verdict;

CREATE TEMPORARY VIEW line_count AS
SELECT count(*) AS lines,
  count(CASE WHEN verdict = 'corrupt' THEN 1 END) AS corrupt_lines,
  count(CASE WHEN verdict NOT IN ('event', 'ignored', 'corrupt') THEN 1 END) AS rejected_lines,
  count(CASE WHEN verdict = 'ignored' THEN 1 END) AS ignored_lines,
  count(CASE WHEN verdict = 'event' THEN 1 END) AS event_lines
FROM judged_line;

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
  ('it\u0027s'))
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

CACHE TABLE fact;

-- queries/model/31-judged-fact.sql

-- queries/model/40-cohort.sql

-- queries/model/50-channel-hour.sql

-- queries/model/51-version-hour.sql

-- queries/model/52-latency-hour.sql

-- queries/model/53-failure-hour.sql

-- queries/model/60-event-cell.sql

CACHE TABLE event_cell;

-- queries/model/61-event-hour.sql

-- queries/model/70-unknown-app.sql

-- queries/model/71-flag.sql

CACHE TABLE flag;

-- queries/model/72-flag-hour.sql

-- queries/model/73-flag-sample.sql

-- queries/model/80-manifest.sql

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/channel_hour'
USING json OPTIONS (ignoreNullFields 'false', compression 'none')
SELECT * FROM channel_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/version_hour'
USING json OPTIONS (ignoreNullFields 'false', compression 'none')
SELECT * FROM version_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/latency_hour'
USING json OPTIONS (ignoreNullFields 'false', compression 'none')
SELECT * FROM latency_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/failure_hour'
USING json OPTIONS (ignoreNullFields 'false', compression 'none')
SELECT * FROM failure_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/event_hour'
USING json OPTIONS (ignoreNullFields 'false', compression 'none')
SELECT * FROM event_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/flag_hour'
USING json OPTIONS (ignoreNullFields 'false', compression 'none')
SELECT * FROM flag_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/flag_sample'
USING json OPTIONS (ignoreNullFields 'false', compression 'none')
SELECT * FROM flag_sample;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/rejected_reason'
USING json OPTIONS (ignoreNullFields 'false', compression 'none')
SELECT * FROM rejected_reason;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/manifest'
USING json OPTIONS (ignoreNullFields 'false', compression 'none')
SELECT CAST(1 AS BIGINT) AS format, '2026-09-21..2026-09-21-spark' AS run, 'spark' AS engine, substring_index(version(), ' ', 1) AS engine_version,
  r.scope_start_ms, r.scope_end_ms, r.settled_until_ms, r.ack_timeout_ms, r.ack_budget_ms, r.sample_limit,
  '8810b5ab950849298388dfa0eafa8ba2569a693f54835df73cddd80a0b53262b' AS settings,
  l.lines, l.corrupt_lines, l.rejected_lines, l.ignored_lines, l.event_lines,
  m.events_read, m.events, m.events_without_device, m.newest_ms, m.events_in_scope,
  m.deliveries, m.unmatched, m.deliveries_in_scope, m.latencies_in_scope, m.failures_in_scope, m.flags_in_scope
FROM rule AS r CROSS JOIN line_count AS l CROSS JOIN manifest AS m;
