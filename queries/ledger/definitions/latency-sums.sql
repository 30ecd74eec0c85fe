-- How many acked deliveries of each cell have a latency in which bucket?
SELECT {{hour}}, f.app_ref, {{part}}, latency_bucket(f.ack_latency_ms), count(*)
FROM {{facts}} AS f WHERE f.has_device AND f.ack_latency_ms IS NOT NULL {{filter}} GROUP BY 1, 2, 3, 4;
