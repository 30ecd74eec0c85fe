-- How many deliveries failed, by hour, AppKey, channel, kind and reason?
SELECT f.cohort_at / 3600000, f.app_ref, f.channel_ref,
  iif(f.sent_at IS NULL, {{kinds send_failed}}, {{kinds arrive_failed}}),
  coalesce(nullif(f.reason_ref, 0), iif(f.sent_at IS NULL, NULL, ({{linked_reason}})), 0), count(*)
FROM {{facts}} AS f
WHERE f.has_device AND f.cohort_at IS NOT NULL
  AND iif(f.sent_at IS NULL, f.send_failed_at, f.arrive_failed_at) IS NOT NULL {{filter}}
GROUP BY 1, 2, 3, 4, 5;
