-- How many deliveries have each flag in hours of which only sums are there?
--
-- Columns:
--   flag        the flag
--   app_key     AppKey, as given
--   detail      of ack_timeout and app_key_mismatch, else empty
--   deliveries  [deliveries] with the flag
SELECT h.flag, a.app_key, h.detail, sum(h.deliveries) FROM flag_hour AS h JOIN app AS a ON a.ref = h.app_ref
WHERE h.hour >= {{first_hour}} AND h.hour < {{end_hour}} AND (h.flag <> 'ack_timeout' OR h.hour < {{settled_hour}})
GROUP BY 1, 2, 3;
