-- an hour, AppKey, app version and OS version
--
-- Columns:
--   hour_at      [ms UTC] start of the UTC hour of the cohort
--   app_key      AppKey, as given
--   app_version  app version; empty when unknown
--   os_version   operating system's version; empty when unknown
--   {{columns counters: $name  [count] $meaning}}
SELECT h.hour * 3600000 AS hour_at, a.app_key, v.app_version, v.os_version, {{each counters: h.$name}}
FROM version_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN version AS v ON v.ref = h.version_ref;
