-- How many distinct events of each AppKey and kind happened in each hour of the scope, and when the last of them did.
CREATE TEMPORARY VIEW event_hour AS
SELECT hour, app_key, kind, events, newest_ms
FROM event_cell CROSS JOIN rule
WHERE hour * 3600000 >= scope_start_ms AND hour * 3600000 < scope_end_ms;
