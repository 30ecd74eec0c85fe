-- The same counters of each hour, AppKey, app version and OS version.
CREATE TEMPORARY VIEW version_hour AS
SELECT hour, app_key, app_version, os_version,
  {{lines counters: sum($name) AS $name}}
FROM cohort
GROUP BY hour, app_key, app_version, os_version;
