-- a time from which a token stood for a device; the token itself is not shown
--
-- Columns:
--   device_id  the device, as given
--   from_ms    [ms UTC] from when on; NULL when the map names no time: always
--   until_ms   [ms UTC] when the same token came to stand for a device again; NULL while nothing is known of it
--   is_shared  [0/1] whether it stood for several devices from that time on, which joins nothing
SELECT {{device_id}} AS device_id, nullif(f.from_ms, 0) AS from_ms,
  (SELECT min(n.from_ms) FROM token AS n WHERE n.token = f.token AND n.from_ms > f.from_ms) AS until_ms,
  EXISTS (SELECT 1 FROM token AS o WHERE o.token = f.token AND o.from_ms = f.from_ms AND o.device <> f.device) AS is_shared
FROM token AS f;
