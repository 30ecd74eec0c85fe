-- a step that a notification service extension wrote into its own log
--
-- Columns:
--   app_key      AppKey, as given
--   message_id   message id, as given
--   device_id    device id, as given
--   app_version  app version on the device, as far as the receipts of the delivery say it
--   step         {{each steps: $name}}
--   at_ms        [ms UTC] when it happened, by the device's clock
--   detail       what the log says beside it: the error of an attachment, the status of a failed receipt
SELECT a.app_key, m.message_id, {{device_id}} AS device_id, nullif(v.app_version, '') AS app_version,
  CASE f.step {{cases steps: WHEN $number THEN '$name'}}
    END AS step,
  f.at_ms, nullif(f.detail, '') AS detail
FROM ({{rows}}) AS f {{beside}};
