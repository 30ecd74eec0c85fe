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
