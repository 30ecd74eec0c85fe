-- How late was the ack of each delivery, if there is one, and to which counters does it add 1, as the sum of their bits?
SELECT hour, app_ref, {{parts}}, ack_latency_ms,
  {{added counters: CASE WHEN $condition THEN $bit ELSE 0 END}}
FROM ({{deliveries}});
