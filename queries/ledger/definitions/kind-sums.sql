-- How many events has event_sum of each AppKey and kind, since which hour, and how late is the newest?
SELECT app_ref, kind, sum(events), min(hour), max(newest_ms) FROM event_hour GROUP BY 1, 2;
