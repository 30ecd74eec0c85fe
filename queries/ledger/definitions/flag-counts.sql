-- How many deliveries have each flag?
--
-- Columns:
--   flag        the flag
--   app_key     AppKey, as given
--   part        the details that are few: of ack_timeout and app_key_mismatch
--   deliveries  [deliveries] with the flag
SELECT n.flag, a.app_key, n.part, sum(n.deliveries) FROM (
  SELECT f.flag, f.app_ref, iif(f.flag IN ('ack_timeout', 'app_key_mismatch'), f.detail, '') AS part,
    count(*) AS deliveries
  FROM ({{flags}}) AS f
  WHERE f.at_ms >= {{start}} AND f.at_ms < {{end}} AND {{is_counted f.at_ms}}
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT flag, app_ref, detail, deliveries FROM flag_hour
  WHERE hour >= {{first_hour}} AND hour < {{end_hour}}
    AND (flag <> 'ack_timeout' OR hour < {{settled_hour}})
) AS n JOIN app AS a ON a.ref = n.app_ref
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
