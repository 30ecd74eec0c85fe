-- an hour, AppKey and OS version
--
-- Columns:
--   hour_at      [ms UTC] start of the UTC hour of the cohort
--   app_key      AppKey, as given
--   os_version   operating system's version; empty when unknown
--   {{columns counters: $name  [count] $meaning}}
SELECT h.hour * 3600000 AS hour_at, a.app_key, v.name AS os_version, {{each counters: h.$name}}
FROM os_version_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN os_version AS v ON v.ref = h.os_version_ref;
