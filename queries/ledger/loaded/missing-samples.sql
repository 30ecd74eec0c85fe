-- Of which flags are there fewer samples than there are deliveries to show?
--
-- Samples are some of the flagged deliveries, and all of them where there are few.
SELECT 1 FROM (
  SELECT r.start_ms, h.flag, h.app_ref, h.detail, min(sum(h.deliveries), max(r.sample_limit)) AS wanted
  FROM run AS r JOIN flag_hour AS h ON {{in_run}}
  WHERE r.start_ms >= {{pruned_before}}
  GROUP BY 1, 2, 3, 4) AS f
WHERE wanted > (SELECT count(*) FROM flag_sample AS s
  WHERE s.run_start_ms = f.start_ms AND s.flag = f.flag AND s.app_ref = f.app_ref
    AND iif(s.flag IN ('ack_timeout', 'app_key_mismatch'), s.detail, '') = f.detail);
