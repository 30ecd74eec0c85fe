-- How many events of each kind are in each hour that is counted from the log, and how late is the newest?
SELECT e.at_ms / 3600000, e.app_ref, e.kind, count(*), max(e.at_ms)
FROM (
  {{union timed: SELECT app_ref, $number AS kind, base_ms + $name AS at_ms FROM delivery
  WHERE $name IS NOT NULL AND $belongs}}
  UNION ALL SELECT app_ref, kind, at_ms FROM repeat WHERE {{belongs}}
) AS e
WHERE {{condition}} AND {{is_counted e.at_ms}}
GROUP BY 1, 2, 3;
