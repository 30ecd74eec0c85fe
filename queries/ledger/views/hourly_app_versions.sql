-- an hour, AppKey and app version
--
-- Columns:
--   hour_at      [ms UTC] start of the UTC hour of the cohort
--   app_key      AppKey, as given
--   app_version  app version; empty when unknown
--   {{columns counters: $name  [count] $meaning}}
SELECT h.hour * 3600000 AS hour_at, a.app_key, v.name AS app_version, {{each counters: h.$name}}
FROM app_version_hour AS h JOIN app AS a ON a.ref = h.app_ref JOIN app_version AS v ON v.ref = h.app_version_ref;
