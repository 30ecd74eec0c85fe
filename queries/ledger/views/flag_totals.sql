-- a loaded hour, AppKey, flag and detail: how many deliveries have the flag
--
-- Columns:
--   hour_at     [ms UTC] start of the UTC hour that the flag belongs to
--   app_key     AppKey of the deliveries; for app_key_mismatch the foreign one
--   flag        as in the view flags
--   detail      late, lost or silent; the sender's AppKey; empty for other flags
--   deliveries  [count] deliveries with the flag
SELECT h.hour * 3600000 AS hour_at, a.app_key, h.flag, h.detail, h.deliveries
FROM flag_hour AS h JOIN app AS a ON a.ref = h.app_ref;
