-- Which hours and AppKeys have other counters by channel than in a table of versions?
WITH by_channel AS (
  SELECT h.hour, h.app_ref, {{each counters: sum(h.$name)}}
  FROM run AS r JOIN channel_hour AS h ON {{in_run}} GROUP BY 1, 2
),
by_version AS (
  SELECT h.hour, h.app_ref, {{each counters: sum(h.$name)}}
  FROM run AS r JOIN {{table}} AS h ON {{in_run}} GROUP BY 1, 2
)
SELECT * FROM (SELECT * FROM by_channel EXCEPT SELECT * FROM by_version)
UNION ALL SELECT * FROM (SELECT * FROM by_version EXCEPT SELECT * FROM by_channel);
