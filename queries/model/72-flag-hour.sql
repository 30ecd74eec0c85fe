-- How many deliveries of each hour and AppKey have each flag.
CREATE TEMPORARY VIEW flag_hour AS
SELECT CAST((at_ms - at_ms % 3600000) / 3600000 AS BIGINT) AS hour, app_key, flag, part AS detail,
  count(*) AS deliveries
FROM flag
GROUP BY CAST((at_ms - at_ms % 3600000) / 3600000 AS BIGINT), app_key, flag, part;
