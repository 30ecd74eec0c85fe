-- Which deliveries are counted, by their cohort, or without one by their earliest event?
SELECT * FROM delivery AS d
WHERE {{is_counted d.base_ms + coalesce(d.sent, d.send_failed, d.accepted, 0)}};
