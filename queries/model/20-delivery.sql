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
