-- How many deliveries of each cell does every counter count?
SELECT hour, app_ref, part,
  {{lines counters: sum(CASE WHEN $condition THEN 1 ELSE 0 END)}}
FROM ({{deliveries}})
GROUP BY 1, 2, 3;
