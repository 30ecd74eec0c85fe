-- an open of the app that its own analytics tell, and that names no push
--
-- Columns:
--   app_key       app, as that log names it
--   device_id     device, as that log names it
--   at_ms         [ms UTC] when it was opened
--   source        which log told it
--   on_device_id  the device by the map of tokens, else the same; NULL when the map names several for that time
SELECT a.app_key, {{device_id}} AS device_id, f.at_ms, nullif(f.source, '') AS source,
  CASE (SELECT count(DISTINCT t.device) FROM token AS t WHERE t.token = {{device_id}} AND t.from_ms = (SELECT max(x.from_ms) FROM token AS x WHERE x.token = {{device_id}} AND x.from_ms <= f.at_ms))
    WHEN 0 THEN {{device_id}}
    WHEN 1 THEN (SELECT CASE typeof(t.device) WHEN 'blob' THEN lower(hex(t.device)) ELSE t.device END
      FROM token AS t WHERE t.token = {{device_id}} AND t.from_ms = (SELECT max(x.from_ms) FROM token AS x WHERE x.token = {{device_id}} AND x.from_ms <= f.at_ms))
  END AS on_device_id
FROM app_open AS f JOIN app AS a ON a.ref = f.app_ref;
