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
