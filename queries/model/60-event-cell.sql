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
