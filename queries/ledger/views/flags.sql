-- a flag on a delivery
--
-- Columns:
--   flag        app_key_mismatch, app_key_unknown, orphan_ack, ack_timeout, ack_over_budget, ack_retried or clock_skew
--   app_key     AppKey of the delivery; for app_key_mismatch the foreign one
--   message_id  message id, as given
--   device_id   device id, as given
--   sent_at     [ms UTC] first sent; for app_key_mismatch that of the sender's delivery
--   detail      late, lost or silent; the sender's AppKey; the kinds or milliseconds concerned
--   is_sample   [0/1] whether it is one of a sample for all of a loaded day; see flag_totals
{{flagged}} UNION ALL SELECT f.flag, a.app_key, f.message_id, {{device_id}} AS device_id, f.sent_at, nullif(f.detail, '') AS detail,
  1 AS is_sample
FROM flag_sample AS f JOIN app AS a ON a.ref = f.app_ref;
