-- a time from which a token stood for a device; the token itself is not shown
--
-- Columns:
--   device_id  the device, as given
--   from_ms    [ms UTC] the time; NULL when the map names none: always
--   until_ms   [ms UTC] when the same token next came to stand for a device; NULL while nothing is known of that
--   is_shared  [0/1] whether it stood for several devices from that time on, which joins nothing
SELECT {{device_id}} AS device_id, nullif(f.from_ms, 0) AS from_ms,
  (SELECT min(n.from_ms) FROM token AS n WHERE n.token = f.token AND n.from_ms > f.from_ms) AS until_ms,
  EXISTS (SELECT 1 FROM token AS o WHERE o.token = f.token AND o.from_ms = f.from_ms AND o.device <> f.device) AS is_shared
FROM token AS f;
