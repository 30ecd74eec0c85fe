-- Which hours, AppKeys and channels have another sum in a table of its own than their counter says?
WITH counted AS (
  SELECT h.hour, h.app_ref, h.channel_ref, h.{{counter}} FROM run AS r JOIN channel_hour AS h ON {{in_run}}
  WHERE h.{{counter}} > 0
),
told AS (
  SELECT h.hour, h.app_ref, h.channel_ref, sum(h.count) FROM run AS r JOIN {{table}} AS h ON {{in_run}}
  WHERE {{is_told}} GROUP BY 1, 2, 3
)
SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM told)
UNION ALL SELECT * FROM (SELECT * FROM told EXCEPT SELECT * FROM counted);
