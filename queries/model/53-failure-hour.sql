-- How many deliveries of each hour, AppKey and channel failed, and why; the reason is as the log writes it.
CREATE TEMPORARY VIEW failure_hour AS
SELECT hour, app_key, channel, failure AS kind, reason, count(*) AS count
FROM cohort
WHERE failure <> ''
GROUP BY hour, app_key, channel, failure, reason;
