-- What is counted of the log, and what it tells of.
--
-- counted_delivery and counted_repeat are the rows of delivery and repeat that are counted, by the delivery's cohort
-- (without one by its earliest event) and by the event's own time; counted_fact is delivery_fact of them. logged_kind
-- are the kinds of events that are counted of each AppKey.

CREATE VIEW counted_delivery AS {{counted_deliveries}};
CREATE VIEW counted_repeat AS SELECT * FROM repeat AS r WHERE {{is_counted r.at_ms}};
CREATE VIEW counted_fact AS {{facts}};
CREATE VIEW logged_kind AS
  SELECT s.app_ref, s.kind FROM event_sum AS s LEFT JOIN (
    SELECT h.app_ref, h.kind, sum(h.events) AS events FROM loaded_run AS l CROSS JOIN event_hour AS h
      ON h.hour >= l.start_ms / 3600000 AND h.hour < l.end_ms / 3600000 GROUP BY 1, 2
  ) AS e ON e.app_ref = s.app_ref AND e.kind = s.kind
  WHERE s.events > coalesce(e.events, 0);
