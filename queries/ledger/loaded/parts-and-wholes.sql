-- Which rows have a counter of a part that exceeds that of the whole?
SELECT 1 FROM run AS r JOIN {{table}} AS h ON {{in_run}}
WHERE {{any parts: h.$part > h.$whole}}
  OR h.sent + h.send_failed > h.deliveries
  OR h.confirmed < max(h.acked, h.displayed, h.opened, h.dismissed)
  OR h.ack_eligible <> h.eligible_acked + h.timeout_lost + h.timeout_silent
  OR h.timeout_late > h.eligible_acked OR h.ack_over_budget > h.acked;
