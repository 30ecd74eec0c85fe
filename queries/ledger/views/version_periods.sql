-- some hours, an AppKey, app version and OS version
--
-- Columns:
--   period_at    [ms UTC] start of the UTC hours of the cohort
--   hours        [count] how many they are: {{period}}, from 00, 08 or 16 o'clock; 1 where the sums were loaded
--   app_key      AppKey, as given
--   app_version  app version; empty when unknown
--   os_version   operating system's version; empty when unknown
--   {{columns counters: $name  [count] $meaning}}
SELECT h.hour * 3600000 AS period_at, h.hours, a.app_key, v.app_version, v.os_version, {{each counters: h.$name}}
FROM (
  SELECT {{period}} AS hours, * FROM version_period UNION ALL SELECT 1, * FROM loaded_version_hour
) AS h JOIN app AS a ON a.ref = h.app_ref JOIN version AS v ON v.ref = h.version_ref;
