-- How many deliveries of each hour, AppKey and channel have what: the columns are the counters in their fixed order.
CREATE TEMPORARY VIEW channel_hour AS
SELECT hour, app_key, channel,
  {{lines counters: sum($name) AS $name}}
FROM cohort
GROUP BY hour, app_key, channel;
