SET spark.sql.session.timeZone=UTC;
SET spark.sql.parser.escapedStringLiterals=false;
SET spark.sql.variable.substitute=false;
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
    WHEN text = '' THEN 'ignored'
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
      WHEN substr(id, 2, 1) = ' ' OR right(id, 1) = ' ' THEN 'bad-type'
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
WITH given(channel, arrival_is_evidence, is_measurable) AS (VALUES
  ('airship', 0, 0),
  ('apns', 0, 1),
  ('braze', 0, 0),
  ('expo', 0, 0),
  ('fcm', 0, 0),
  ('gcm', 0, 0),
  ('getui', 1, 0),
  ('pinpoint', 1, 0),
  ('tencent-chat', 1, 0))
SELECT channel, CAST(arrival_is_evidence AS BIGINT) AS arrival_is_evidence, CAST(is_measurable AS BIGINT) AS is_measurable FROM given;

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

-- Every event of a device, beside what happened to its delivery before it.
--
-- One pass in the order of time answers what would otherwise take a join of events with themselves. Windows and the
-- grouping of `delivery` share their keys, so an engine of many machines moves each event once. Events without a
-- device are left out: they are of no delivery, and those of one message could be a single, endless group.
CREATE TEMPORARY VIEW ordered_event AS
SELECT app_key, message_id, device_id, kind, at_ms, CAST(at_ms AS VARCHAR(13)) AS at_text,
  source, platform, channel, job_key, app_version, os, os_version, brand, network_type, isp, reason,
  -- The latest send not after the event; one of the same millisecond is not after it.
  max(CASE WHEN kind = 'sent' THEN at_ms END) OVER (
    PARTITION BY app_key, message_id, device_id ORDER BY at_ms
    RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS last_sent_at,
  -- The latest ack at least 4 s before the event. Of an ack it makes the smallest gap that can be that of a retry.
  max(CASE WHEN kind = 'ext_ack' THEN at_ms END) OVER (
    PARTITION BY app_key, message_id, device_id ORDER BY at_ms
    RANGE BETWEEN UNBOUNDED PRECEDING AND 4000 PRECEDING) AS earlier_ack_at
FROM event
WHERE device_id <> '';

-- A delivery: one push of one AppKey on one device, with the first time of each kind and what its events say of it.
--
-- An attribute is that of the earliest event that has it, of two at one time the smaller by bytes. So it is put behind
-- its time, and the smallest text wins: times have 13 digits from 2001 to 2286. Only failures have a reason.
CREATE TEMPORARY VIEW delivery AS
SELECT app_key, message_id, device_id,
  min(at_ms) AS first_at,
  min(CASE WHEN kind = 'accepted' THEN at_ms END) AS accepted_at,
  min(CASE WHEN kind = 'sent' THEN at_ms END) AS sent_at,
  min(CASE WHEN kind = 'send_failed' THEN at_ms END) AS send_failed_at,
  min(CASE WHEN kind = 'arrived' THEN at_ms END) AS arrived_at,
  min(CASE WHEN kind = 'arrive_failed' THEN at_ms END) AS arrive_failed_at,
  min(CASE WHEN kind = 'ext_ack' THEN at_ms END) AS acked_at,
  min(CASE WHEN kind = 'displayed' THEN at_ms END) AS displayed_at,
  min(CASE WHEN kind = 'opened' THEN at_ms END) AS opened_at,
  min(CASE WHEN kind = 'dismissed' THEN at_ms END) AS dismissed_at,
  min(CASE WHEN kind = 'dropped' THEN at_ms END) AS dropped_at,
  min(CASE WHEN kind = 'expired' THEN at_ms END) AS expired_at,
  coalesce(substr(min(CASE WHEN source <> '' THEN at_text || source END), 14), '') AS source,
  coalesce(substr(min(CASE WHEN platform <> '' THEN at_text || platform END), 14), '') AS platform,
  coalesce(substr(min(CASE WHEN channel <> '' THEN at_text || channel END), 14), '') AS channel,
  coalesce(substr(min(CASE WHEN job_key <> '' THEN at_text || job_key END), 14), '') AS job_key,
  coalesce(substr(min(CASE WHEN app_version <> '' THEN at_text || app_version END), 14), '') AS app_version,
  coalesce(substr(min(CASE WHEN os <> '' THEN at_text || os END), 14), '') AS os,
  coalesce(substr(min(CASE WHEN os_version <> '' THEN at_text || os_version END), 14), '') AS os_version,
  coalesce(substr(min(CASE WHEN brand <> '' THEN at_text || brand END), 14), '') AS brand,
  coalesce(substr(min(CASE WHEN network_type <> '' THEN at_text || network_type END), 14), '') AS network_type,
  coalesce(substr(min(CASE WHEN isp <> '' THEN at_text || isp END), 14), '') AS isp,
  coalesce(substr(min(
    CASE WHEN kind IN ('send_failed', 'arrive_failed') AND reason <> '' THEN at_text || reason END), 14), '') AS reason,
  -- From the last send that is not after the answer: of all answers the first has the smallest, where 0 stands for
  -- none. Then it is from the first send, and negative.
  min(CASE WHEN kind = 'ext_ack' THEN at_ms END)
    - coalesce(
      nullif(min(CASE WHEN kind = 'ext_ack' THEN coalesce(last_sent_at, 0) END), 0),
      min(CASE WHEN kind = 'sent' THEN at_ms END)) AS ack_latency_ms,
  min(CASE WHEN kind = 'opened' THEN at_ms END)
    - coalesce(
      nullif(min(CASE WHEN kind = 'opened' THEN coalesce(last_sent_at, 0) END), 0),
      min(CASE WHEN kind = 'sent' THEN at_ms END)) AS open_latency_ms,
  -- The smallest of all gaps between two acks that are 4 to 18 s apart.
  min(CASE WHEN kind = 'ext_ack' AND at_ms - earlier_ack_at <= 18000 THEN at_ms - earlier_ack_at END) AS ack_gap_ms
FROM ordered_event
GROUP BY app_key, message_id, device_id;

-- A delivery with everything that is judged about it, and what is known of the same push on the same device under other
-- AppKeys.
--
-- Nearly every view below reads it: the epilog of an engine that computes a view anew for each use should cache it.
CREATE TEMPORARY VIEW fact AS
SELECT d.app_key, d.message_id, d.device_id, d.channel, d.app_version, d.os_version, d.reason,
  d.first_at, d.accepted_at, d.sent_at, d.send_failed_at, d.arrived_at, d.arrive_failed_at, d.acked_at, d.displayed_at,
  d.opened_at, d.dismissed_at, d.ack_latency_ms, d.ack_gap_ms,
  coalesce(d.sent_at, d.send_failed_at, d.accepted_at) AS cohort_at,
  CASE WHEN lower(d.platform) = 'ios' OR lower(d.channel) = 'apns' THEN 1 ELSE 0 END AS is_ack_eligible,
  CASE WHEN d.acked_at IS NOT NULL OR d.displayed_at IS NOT NULL OR d.opened_at IS NOT NULL OR d.dismissed_at IS NOT NULL
    OR (d.arrived_at IS NOT NULL AND lower(d.platform) <> 'ios' AND coalesce(c.arrival_is_evidence, 1) = 1)
    THEN 1 ELSE 0 END AS is_confirmed,
  coalesce(c.is_measurable, 1) AS is_measurable,
  -- Whether an AppKey that never sent the push to this device has an ack or an open of it; its own, when it never did.
  max(CASE WHEN d.sent_at IS NULL AND (d.acked_at IS NOT NULL OR d.opened_at IS NOT NULL) THEN 1 ELSE 0 END) OVER push
    AS has_unsent_answer,
  -- The sender with the smallest AppKey; when nobody sent the push to this device, sender_sent_at is NULL.
  first_value(d.app_key) OVER push AS sender_app_key,
  first_value(d.sent_at) OVER push AS sender_sent_at
FROM delivery AS d LEFT JOIN channel_rule AS c ON c.channel = lower(d.channel)
-- All deliveries of a message on a device, senders first; one order for all three, so that they are sorted once.
WINDOW push AS (
  PARTITION BY d.message_id, d.device_id
  ORDER BY CASE WHEN d.sent_at IS NULL THEN 1 ELSE 0 END, d.app_key
  ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING);

CACHE TABLE fact;

-- The deliveries whose cohort lies in the scope: what each adds to every counter, and its parts of the other sums.
--
-- The hour is whole hours since 1970. Its division leaves no rest, so it is exact where `/` is that of real numbers.
CREATE TEMPORARY VIEW cohort AS
SELECT CAST((cohort_at - cohort_at % 3600000) / 3600000 AS BIGINT) AS hour,
  app_key, channel, app_version, os_version,
  1 AS deliveries,
  CASE WHEN sent_at IS NOT NULL AND accepted_at IS NOT NULL THEN 1 ELSE 0 END AS accepted,
  CASE WHEN sent_at IS NOT NULL THEN 1 ELSE 0 END AS sent,
  CASE WHEN sent_at IS NULL AND send_failed_at IS NOT NULL THEN 1 ELSE 0 END AS send_failed,
  CASE WHEN sent_at IS NOT NULL AND arrived_at IS NOT NULL THEN 1 ELSE 0 END AS arrived,
  CASE WHEN sent_at IS NOT NULL AND arrive_failed_at IS NOT NULL THEN 1 ELSE 0 END AS arrive_failed,
  CASE WHEN sent_at IS NOT NULL AND is_ack_eligible = 1 THEN 1 ELSE 0 END AS ack_eligible,
  CASE WHEN sent_at IS NOT NULL AND acked_at IS NOT NULL THEN 1 ELSE 0 END AS acked,
  CASE WHEN sent_at IS NOT NULL AND is_ack_eligible = 1 AND acked_at IS NOT NULL THEN 1 ELSE 0 END AS eligible_acked,
  CASE WHEN sent_at IS NOT NULL AND displayed_at IS NOT NULL THEN 1 ELSE 0 END AS displayed,
  CASE WHEN sent_at IS NOT NULL AND opened_at IS NOT NULL THEN 1 ELSE 0 END AS opened,
  CASE WHEN sent_at IS NOT NULL AND dismissed_at IS NOT NULL THEN 1 ELSE 0 END AS dismissed,
  CASE WHEN sent_at IS NOT NULL AND is_confirmed = 1 THEN 1 ELSE 0 END AS confirmed,
  CASE WHEN sent_at IS NOT NULL AND is_measurable = 1 THEN 1 ELSE 0 END AS measurable,
  CASE WHEN sent_at IS NOT NULL AND is_measurable = 1 AND is_confirmed = 1 THEN 1 ELSE 0 END AS measurable_confirmed,
  CASE WHEN sent_at IS NOT NULL AND is_ack_eligible = 1 AND opened_at IS NOT NULL THEN 1 ELSE 0 END AS eligible_opened,
  CASE WHEN sent_at IS NOT NULL AND is_ack_eligible = 1 AND opened_at IS NOT NULL AND acked_at IS NULL THEN 1 ELSE 0 END
    AS opened_unacked,
  CASE WHEN sent_at <= settled_until_ms AND is_ack_eligible = 1 AND ack_latency_ms > ack_timeout_ms THEN 1 ELSE 0 END
    AS timeout_late,
  CASE WHEN sent_at <= settled_until_ms AND is_ack_eligible = 1 AND acked_at IS NULL AND is_confirmed = 1
    THEN 1 ELSE 0 END AS timeout_lost,
  CASE WHEN sent_at <= settled_until_ms AND is_ack_eligible = 1 AND acked_at IS NULL AND is_confirmed = 0
    THEN 1 ELSE 0 END AS timeout_silent,
  CASE WHEN ack_latency_ms > ack_budget_ms THEN 1 ELSE 0 END AS ack_over_budget,
  CASE WHEN sent_at IS NOT NULL AND has_unsent_answer = 1 THEN 1 ELSE 0 END AS app_key_mismatch,
  ack_latency_ms,
  CASE WHEN sent_at IS NULL AND send_failed_at IS NOT NULL THEN 'send_failed'
    WHEN sent_at IS NOT NULL AND arrive_failed_at IS NOT NULL THEN 'arrive_failed' ELSE '' END AS failure,
  reason
FROM fact CROSS JOIN rule
WHERE cohort_at >= scope_start_ms AND cohort_at < scope_end_ms;

-- How many deliveries of each hour, AppKey and channel have what: the columns are the counters in their fixed order.
CREATE TEMPORARY VIEW channel_hour AS
SELECT hour, app_key, channel,
  sum(deliveries) AS deliveries,
  sum(accepted) AS accepted,
  sum(sent) AS sent,
  sum(send_failed) AS send_failed,
  sum(arrived) AS arrived,
  sum(arrive_failed) AS arrive_failed,
  sum(ack_eligible) AS ack_eligible,
  sum(acked) AS acked,
  sum(eligible_acked) AS eligible_acked,
  sum(displayed) AS displayed,
  sum(opened) AS opened,
  sum(dismissed) AS dismissed,
  sum(confirmed) AS confirmed,
  sum(measurable) AS measurable,
  sum(measurable_confirmed) AS measurable_confirmed,
  sum(eligible_opened) AS eligible_opened,
  sum(opened_unacked) AS opened_unacked,
  sum(timeout_late) AS timeout_late,
  sum(timeout_lost) AS timeout_lost,
  sum(timeout_silent) AS timeout_silent,
  sum(ack_over_budget) AS ack_over_budget,
  sum(app_key_mismatch) AS app_key_mismatch
FROM cohort
GROUP BY hour, app_key, channel;

-- The same counters of each hour, AppKey, app version and OS version.
CREATE TEMPORARY VIEW version_hour AS
SELECT hour, app_key, app_version, os_version,
  sum(deliveries) AS deliveries,
  sum(accepted) AS accepted,
  sum(sent) AS sent,
  sum(send_failed) AS send_failed,
  sum(arrived) AS arrived,
  sum(arrive_failed) AS arrive_failed,
  sum(ack_eligible) AS ack_eligible,
  sum(acked) AS acked,
  sum(eligible_acked) AS eligible_acked,
  sum(displayed) AS displayed,
  sum(opened) AS opened,
  sum(dismissed) AS dismissed,
  sum(confirmed) AS confirmed,
  sum(measurable) AS measurable,
  sum(measurable_confirmed) AS measurable_confirmed,
  sum(eligible_opened) AS eligible_opened,
  sum(opened_unacked) AS opened_unacked,
  sum(timeout_late) AS timeout_late,
  sum(timeout_lost) AS timeout_lost,
  sum(timeout_silent) AS timeout_silent,
  sum(ack_over_budget) AS ack_over_budget,
  sum(app_key_mismatch) AS app_key_mismatch
FROM cohort
GROUP BY hour, app_key, app_version, os_version;

-- How many acked deliveries of each hour, AppKey and channel had which latency.
--
-- Below 128 ms each millisecond is a part of its own; above, every doubling is cut into 64 equal parts. A part is two
-- buckets: the second holds what lies behind an edge that cuts the part. Negative latencies share bucket -1. No
-- latency reaches the ladder's end: events lie between 2010 and 2100, and its last step is 139 years.
CREATE TEMPORARY VIEW latency_hour AS
SELECT hour, app_key, channel, bucket, count(*) AS count
FROM (
  SELECT hour, app_key, channel,
    CASE WHEN ack_latency_ms < 0 THEN -1 ELSE
    2 * CAST(CASE
      WHEN ack_latency_ms < 128 THEN ack_latency_ms
      WHEN ack_latency_ms < 256 THEN 64 + (ack_latency_ms - ack_latency_ms % 2) / 2
      WHEN ack_latency_ms < 512 THEN 128 + (ack_latency_ms - ack_latency_ms % 4) / 4
      WHEN ack_latency_ms < 1024 THEN 192 + (ack_latency_ms - ack_latency_ms % 8) / 8
      WHEN ack_latency_ms < 2048 THEN 256 + (ack_latency_ms - ack_latency_ms % 16) / 16
      WHEN ack_latency_ms < 4096 THEN 320 + (ack_latency_ms - ack_latency_ms % 32) / 32
      WHEN ack_latency_ms < 8192 THEN 384 + (ack_latency_ms - ack_latency_ms % 64) / 64
      WHEN ack_latency_ms < 16384 THEN 448 + (ack_latency_ms - ack_latency_ms % 128) / 128
      WHEN ack_latency_ms < 32768 THEN 512 + (ack_latency_ms - ack_latency_ms % 256) / 256
      WHEN ack_latency_ms < 65536 THEN 576 + (ack_latency_ms - ack_latency_ms % 512) / 512
      WHEN ack_latency_ms < 131072 THEN 640 + (ack_latency_ms - ack_latency_ms % 1024) / 1024
      WHEN ack_latency_ms < 262144 THEN 704 + (ack_latency_ms - ack_latency_ms % 2048) / 2048
      WHEN ack_latency_ms < 524288 THEN 768 + (ack_latency_ms - ack_latency_ms % 4096) / 4096
      WHEN ack_latency_ms < 1048576 THEN 832 + (ack_latency_ms - ack_latency_ms % 8192) / 8192
      WHEN ack_latency_ms < 2097152 THEN 896 + (ack_latency_ms - ack_latency_ms % 16384) / 16384
      WHEN ack_latency_ms < 4194304 THEN 960 + (ack_latency_ms - ack_latency_ms % 32768) / 32768
      WHEN ack_latency_ms < 8388608 THEN 1024 + (ack_latency_ms - ack_latency_ms % 65536) / 65536
      WHEN ack_latency_ms < 16777216 THEN 1088 + (ack_latency_ms - ack_latency_ms % 131072) / 131072
      WHEN ack_latency_ms < 33554432 THEN 1152 + (ack_latency_ms - ack_latency_ms % 262144) / 262144
      WHEN ack_latency_ms < 67108864 THEN 1216 + (ack_latency_ms - ack_latency_ms % 524288) / 524288
      WHEN ack_latency_ms < 134217728 THEN 1280 + (ack_latency_ms - ack_latency_ms % 1048576) / 1048576
      WHEN ack_latency_ms < 268435456 THEN 1344 + (ack_latency_ms - ack_latency_ms % 2097152) / 2097152
      WHEN ack_latency_ms < 536870912 THEN 1408 + (ack_latency_ms - ack_latency_ms % 4194304) / 4194304
      WHEN ack_latency_ms < 1073741824 THEN 1472 + (ack_latency_ms - ack_latency_ms % 8388608) / 8388608
      WHEN ack_latency_ms < 2147483648 THEN 1536 + (ack_latency_ms - ack_latency_ms % 16777216) / 16777216
      WHEN ack_latency_ms < 4294967296 THEN 1600 + (ack_latency_ms - ack_latency_ms % 33554432) / 33554432
      WHEN ack_latency_ms < 8589934592 THEN 1664 + (ack_latency_ms - ack_latency_ms % 67108864) / 67108864
      WHEN ack_latency_ms < 17179869184 THEN 1728 + (ack_latency_ms - ack_latency_ms % 134217728) / 134217728
      WHEN ack_latency_ms < 34359738368 THEN 1792 + (ack_latency_ms - ack_latency_ms % 268435456) / 268435456
      WHEN ack_latency_ms < 68719476736 THEN 1856 + (ack_latency_ms - ack_latency_ms % 536870912) / 536870912
      WHEN ack_latency_ms < 137438953472 THEN 1920 + (ack_latency_ms - ack_latency_ms % 1073741824) / 1073741824
      WHEN ack_latency_ms < 274877906944 THEN 1984 + (ack_latency_ms - ack_latency_ms % 2147483648) / 2147483648
      WHEN ack_latency_ms < 549755813888 THEN 2048 + (ack_latency_ms - ack_latency_ms % 4294967296) / 4294967296
      WHEN ack_latency_ms < 1099511627776 THEN 2112 + (ack_latency_ms - ack_latency_ms % 8589934592) / 8589934592
      WHEN ack_latency_ms < 2199023255552 THEN 2176 + (ack_latency_ms - ack_latency_ms % 17179869184) / 17179869184
      WHEN ack_latency_ms < 4398046511104 THEN 2240 + (ack_latency_ms - ack_latency_ms % 34359738368) / 34359738368
    END AS BIGINT)
    -- 5 s, 6 s, 11 s, 12 s, 17 s, 30 s, 1 min, 10 min, 1 h and 1 day cut a part; 0 and 1 s are limits of parts.
    + CASE WHEN ack_latency_ms BETWEEN 5000 AND 5055
      OR ack_latency_ms BETWEEN 6000 AND 6015
      OR ack_latency_ms BETWEEN 11000 AND 11007
      OR ack_latency_ms BETWEEN 12000 AND 12031
      OR ack_latency_ms BETWEEN 17000 AND 17151
      OR ack_latency_ms BETWEEN 30000 AND 30207
      OR ack_latency_ms BETWEEN 60000 AND 60415
      OR ack_latency_ms BETWEEN 600000 AND 606207
      OR ack_latency_ms BETWEEN 3600000 AND 3604479
      OR ack_latency_ms BETWEEN 86400000 AND 87031807
      THEN 1 ELSE 0 END
    END AS bucket
  FROM cohort
  WHERE ack_latency_ms IS NOT NULL
) AS latency
GROUP BY hour, app_key, channel, bucket;

-- How many deliveries of each hour, AppKey and channel failed, and why; the reason is as the log writes it.
CREATE TEMPORARY VIEW failure_hour AS
SELECT hour, app_key, channel, failure AS kind, reason, count(*) AS count
FROM cohort
WHERE failure <> ''
GROUP BY hour, app_key, channel, failure, reason;

-- How many events of each hour, AppKey and kind were read, in the scope or not, and how many of them are distinct.
--
-- It is as small as the sums and is made of all events, those without a device too: worth a cache where `fact` is.
CREATE TEMPORARY VIEW event_cell AS
SELECT CAST((at_ms - at_ms % 3600000) / 3600000 AS BIGINT) AS hour, app_key, kind,
  sum(events_read) AS events_read,
  count(*) AS events,
  sum(CASE WHEN device_id = '' THEN 1 ELSE 0 END) AS events_without_device,
  max(at_ms) AS newest_ms
FROM (
  SELECT app_key, message_id, device_id, kind, raw_type, at_ms, count(*) AS events_read
  FROM event
  GROUP BY app_key, message_id, device_id, kind, raw_type, at_ms
) AS distinct_event
GROUP BY CAST((at_ms - at_ms % 3600000) / 3600000 AS BIGINT), app_key, kind;

CACHE TABLE event_cell;

-- How many distinct events of each AppKey and kind happened in each hour of the scope, and when the last of them did.
CREATE TEMPORARY VIEW event_hour AS
SELECT hour, app_key, kind, events, newest_ms
FROM event_cell CROSS JOIN rule
WHERE hour * 3600000 >= scope_start_ms AND hour * 3600000 < scope_end_ms;

-- AppKeys that are not configured, and that no event shows accepting, sending or failing to send.
CREATE TEMPORARY VIEW unknown_app AS
SELECT e.app_key
FROM event_cell AS e LEFT JOIN known_app AS k ON k.app_key = e.app_key
WHERE k.app_key IS NULL
GROUP BY e.app_key
HAVING sum(CASE WHEN e.kind IN ('accepted', 'sent', 'send_failed') THEN 1 ELSE 0 END) = 0;

-- The flags on deliveries whose moment lies in the scope.
--
-- at_ms is that moment: the first send where the flag is about a delivery that was sent, else its earliest event.
-- detail says what is the matter; part is the detail where it has few values, and stands in the sums.
CREATE TEMPORARY VIEW flag AS
SELECT flag, app_key, message_id, device_id, sent_at, detail,
  CASE WHEN flag IN ('app_key_mismatch', 'ack_timeout') THEN detail ELSE '' END AS part, at_ms
FROM (
  -- Answered under an AppKey that never sent it, while another did.
  SELECT 'app_key_mismatch' AS flag, app_key, message_id, device_id, sender_sent_at AS sent_at,
    sender_app_key AS detail, first_at AS at_ms
  FROM fact
  WHERE sent_at IS NULL AND (acked_at IS NOT NULL OR opened_at IS NOT NULL) AND sender_sent_at IS NOT NULL
  UNION ALL
  SELECT 'app_key_unknown', f.app_key, f.message_id, f.device_id, f.sent_at, '', f.first_at
  FROM fact AS f JOIN unknown_app AS u ON u.app_key = f.app_key
  UNION ALL
  -- Events without a device are no delivery, but their AppKey may be unknown all the same.
  SELECT 'app_key_unknown', e.app_key, e.message_id, '', CAST(NULL AS BIGINT), '', min(e.at_ms)
  FROM event AS e JOIN unknown_app AS u ON u.app_key = e.app_key
  WHERE e.device_id = ''
  GROUP BY e.app_key, e.message_id
  UNION ALL
  -- Answered and sent to this device by nobody, though the message was sent to others.
  SELECT 'orphan_ack', f.app_key, f.message_id, f.device_id, f.sent_at,
    CASE WHEN f.opened_at IS NULL THEN 'ext_ack' WHEN f.acked_at IS NULL THEN 'opened' ELSE 'ext_ack,opened' END,
    f.first_at
  FROM fact AS f
    JOIN (SELECT message_id FROM fact WHERE sent_at IS NOT NULL GROUP BY message_id) AS m ON m.message_id = f.message_id
  WHERE (f.acked_at IS NOT NULL OR f.opened_at IS NOT NULL) AND f.sender_sent_at IS NULL
  UNION ALL
  SELECT 'ack_timeout', app_key, message_id, device_id, sent_at,
    CASE WHEN acked_at IS NOT NULL THEN 'late' WHEN is_confirmed = 1 THEN 'lost' ELSE 'silent' END, sent_at
  FROM fact CROSS JOIN rule
  WHERE sent_at <= settled_until_ms AND is_ack_eligible = 1 AND (acked_at IS NULL OR ack_latency_ms > ack_timeout_ms)
  UNION ALL
  SELECT 'ack_over_budget', app_key, message_id, device_id, sent_at, CAST(ack_latency_ms AS VARCHAR(20)), sent_at
  FROM fact CROSS JOIN rule
  WHERE ack_latency_ms > ack_budget_ms
  UNION ALL
  -- Two acks 4 to 18 s apart.
  SELECT 'ack_retried', app_key, message_id, device_id, sent_at, CAST(ack_gap_ms AS VARCHAR(20)),
    coalesce(sent_at, first_at)
  FROM fact
  WHERE ack_gap_ms IS NOT NULL
  UNION ALL
  SELECT 'clock_skew', app_key, message_id, device_id, sent_at,
    CASE WHEN acked_at < sent_at AND opened_at < sent_at THEN 'ext_ack,opened'
      WHEN acked_at < sent_at THEN 'ext_ack' ELSE 'opened' END, sent_at
  FROM fact
  WHERE acked_at < sent_at OR opened_at < sent_at
) AS judgement CROSS JOIN rule
WHERE at_ms >= scope_start_ms AND at_ms < scope_end_ms;

CACHE TABLE flag;

-- How many deliveries of each hour and AppKey have each flag.
CREATE TEMPORARY VIEW flag_hour AS
SELECT CAST((at_ms - at_ms % 3600000) / 3600000 AS BIGINT) AS hour, app_key, flag, part AS detail,
  count(*) AS deliveries
FROM flag
GROUP BY CAST((at_ms - at_ms % 3600000) / 3600000 AS BIGINT), app_key, flag, part;

-- Some deliveries of each flag, AppKey and part: those with the smallest ids, so that every run chooses the same.
--
-- The smallest of all are among the smallest of any piece. Numbering pieces first, by the end of the device id, keeps
-- the millions of one flag from being sorted in one place.
CREATE TEMPORARY VIEW flag_sample AS
SELECT flag, app_key, message_id, device_id, sent_at, detail, at_ms
FROM (
  SELECT flag, app_key, message_id, device_id, sent_at, detail, at_ms, sample_limit,
    row_number() OVER (PARTITION BY flag, app_key, part ORDER BY message_id, device_id) AS place
  FROM (
    SELECT flag, app_key, message_id, device_id, sent_at, detail, part, at_ms,
      row_number() OVER (
        PARTITION BY flag, app_key, part, substr(device_id, length(device_id) - 1, 2)
        ORDER BY message_id, device_id) AS place
    FROM flag
  ) AS piece CROSS JOIN rule
  WHERE piece.place <= sample_limit
) AS candidate
WHERE place <= sample_limit;

-- What was read and what came of it, in one row: by it whoever loads the sums sees that none is missing.
--
-- These hold in every complete result:
--   deliveries_in_scope   sum of `deliveries` in channel_hour, and in version_hour; so do all counters agree there
--   latencies_in_scope    sum of `count` in latency_hour
--   failures_in_scope     sum of `count` in failure_hour
--   events_in_scope       sum of `events` in event_hour
--   flags_in_scope        sum of `deliveries` in flag_hour
-- and in each hour and AppKey flag_hour has as many ack_timeout of each detail, and ack_over_budget, as channel_hour.
CREATE TEMPORARY VIEW manifest AS
SELECT e.events_read, e.events, e.events_without_device, e.newest_ms, e.events_in_scope,
  d.deliveries, d.unmatched, d.deliveries_in_scope, d.latencies_in_scope, d.failures_in_scope, f.flags_in_scope
FROM (
  SELECT coalesce(sum(events_read), 0) AS events_read,
    coalesce(sum(events), 0) AS events,
    coalesce(sum(events_without_device), 0) AS events_without_device,
    max(newest_ms) AS newest_ms,
    coalesce(sum(CASE WHEN hour * 3600000 >= scope_start_ms AND hour * 3600000 < scope_end_ms THEN events END), 0)
      AS events_in_scope
  FROM event_cell CROSS JOIN rule
) AS e CROSS JOIN (
  SELECT count(*) AS deliveries,
    count(*) FILTER (WHERE cohort_at IS NULL) AS unmatched,
    count(*) FILTER (WHERE cohort_at >= scope_start_ms AND cohort_at < scope_end_ms) AS deliveries_in_scope,
    count(ack_latency_ms) FILTER (WHERE cohort_at >= scope_start_ms AND cohort_at < scope_end_ms) AS latencies_in_scope,
    count(*) FILTER (WHERE cohort_at >= scope_start_ms AND cohort_at < scope_end_ms
      AND (CASE WHEN sent_at IS NULL THEN send_failed_at ELSE arrive_failed_at END) IS NOT NULL) AS failures_in_scope
  FROM fact CROSS JOIN rule
) AS d CROSS JOIN (
  SELECT count(*) AS flags_in_scope FROM flag
) AS f;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/channel_hour'
USING json OPTIONS (ignoreNullFields 'false')
SELECT * FROM channel_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/version_hour'
USING json OPTIONS (ignoreNullFields 'false')
SELECT * FROM version_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/latency_hour'
USING json OPTIONS (ignoreNullFields 'false')
SELECT * FROM latency_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/failure_hour'
USING json OPTIONS (ignoreNullFields 'false')
SELECT * FROM failure_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/event_hour'
USING json OPTIONS (ignoreNullFields 'false')
SELECT * FROM event_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/flag_hour'
USING json OPTIONS (ignoreNullFields 'false')
SELECT * FROM flag_hour;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/flag_sample'
USING json OPTIONS (ignoreNullFields 'false')
SELECT * FROM flag_sample;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/rejected_reason'
USING json OPTIONS (ignoreNullFields 'false')
SELECT * FROM rejected_reason;

INSERT OVERWRITE DIRECTORY 'oss://bucket/sums/manifest'
USING json OPTIONS (ignoreNullFields 'false')
SELECT CAST(1 AS BIGINT) AS format, '2026-09-21..2026-09-21-spark' AS run, 'spark' AS engine, substring_index(version(), ' ', 1) AS engine_version,
  r.scope_start_ms, r.scope_end_ms, r.settled_until_ms, r.ack_timeout_ms, r.ack_budget_ms, r.sample_limit,
  '5166dab8b27d5100a828c634f92aad7cffab14c3f52ac6130749256247011d35' AS settings,
  l.lines, l.corrupt_lines, l.rejected_lines, l.ignored_lines, l.event_lines,
  m.events_read, m.events, m.events_without_device, m.newest_ms, m.events_in_scope,
  m.deliveries, m.unmatched, m.deliveries_in_scope, m.latencies_in_scope, m.failures_in_scope, m.flags_in_scope
FROM rule AS r CROSS JOIN line_count AS l CROSS JOIN manifest AS m;
