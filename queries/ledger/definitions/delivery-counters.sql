-- To which counters does each delivery add 1, as the sum of their bits?
SELECT hour, app_ref, {{parts}},
  {{added counters: CASE WHEN $condition THEN $bit ELSE 0 END}}
FROM ({{deliveries}});
