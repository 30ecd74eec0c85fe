-- Which flags have details that they cannot have?
SELECT 1 FROM run AS r JOIN flag_hour AS h ON {{in_run}}
WHERE CASE h.flag
  WHEN 'ack_timeout' THEN h.detail NOT IN ('late', 'lost', 'silent')
  WHEN 'app_key_mismatch' THEN h.detail = ''
  ELSE h.detail <> '' END;
