-- an open of the app that its own analytics tell, and that names no push
--
-- Columns:
--   app_key       app, as that log names it
--   device_id     device, as that log names it
--   at_ms         [ms UTC] when it was opened
--   source        which log told it
--   on_device_id  the device by the map of tokens, else the same; NULL when the map names several for that time
SELECT a.app_key, {{device_id}} AS device_id, f.at_ms, nullif(f.source, '') AS source,
  CASE typeof(f.on_device) WHEN 'blob' THEN lower(hex(f.on_device)) ELSE f.on_device END AS on_device_id
FROM (SELECT f.*, {{opened_device}} AS on_device FROM app_open AS f) AS f JOIN app AS a ON a.ref = f.app_ref;
