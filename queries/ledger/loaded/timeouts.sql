-- Which hours and AppKeys have other numbers of slow acks in their flags than in their counters?
WITH counted AS (
  SELECT h.hour, h.app_ref, 'ack_timeout', 'late', sum(h.timeout_late) AS deliveries
  FROM run AS r JOIN channel_hour AS h ON {{in_run}} GROUP BY 1, 2 HAVING sum(h.timeout_late) > 0
  UNION ALL
  SELECT h.hour, h.app_ref, 'ack_timeout', 'lost', sum(h.timeout_lost)
  FROM run AS r JOIN channel_hour AS h ON {{in_run}} GROUP BY 1, 2 HAVING sum(h.timeout_lost) > 0
  UNION ALL
  SELECT h.hour, h.app_ref, 'ack_timeout', 'silent', sum(h.timeout_silent)
  FROM run AS r JOIN channel_hour AS h ON {{in_run}} GROUP BY 1, 2 HAVING sum(h.timeout_silent) > 0
  UNION ALL
  SELECT h.hour, h.app_ref, 'ack_over_budget', '', sum(h.ack_over_budget)
  FROM run AS r JOIN channel_hour AS h ON {{in_run}} GROUP BY 1, 2 HAVING sum(h.ack_over_budget) > 0
),
flagged AS (
  SELECT h.hour, h.app_ref, h.flag, h.detail, h.deliveries FROM run AS r JOIN flag_hour AS h ON {{in_run}}
  WHERE h.flag IN ('ack_timeout', 'ack_over_budget')
)
SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM flagged)
UNION ALL SELECT * FROM (SELECT * FROM flagged EXCEPT SELECT * FROM counted);
