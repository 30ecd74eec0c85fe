-- On which device was an app opened, in the row f of app_open? NULL where the map of tokens names several for that time.
CASE (SELECT count(DISTINCT t.device) FROM token AS t WHERE t.token = {{device_id}}
    AND t.from_ms = (SELECT max(x.from_ms) FROM token AS x WHERE x.token = {{device_id}} AND x.from_ms <= f.at_ms))
  WHEN 0 THEN f.device
  WHEN 1 THEN (SELECT t.device FROM token AS t WHERE t.token = {{device_id}}
    AND t.from_ms = (SELECT max(x.from_ms) FROM token AS x WHERE x.token = {{device_id}} AND x.from_ms <= f.at_ms))
END
