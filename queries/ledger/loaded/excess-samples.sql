-- Of which flags are there more samples than there may be?
SELECT 1 FROM run AS r JOIN flag_sample AS s ON s.run_start_ms = r.start_ms
GROUP BY r.start_ms, s.flag, s.app_ref, iif(s.flag IN ('ack_timeout', 'app_key_mismatch'), s.detail, '')
HAVING count(*) > min(max(r.sample_limit), (SELECT coalesce(sum(h.deliveries), 0) FROM flag_hour AS h
  WHERE {{in_run}} AND h.flag = s.flag AND h.app_ref = s.app_ref
    AND h.detail = iif(s.flag IN ('ack_timeout', 'app_key_mismatch'), s.detail, '')));
