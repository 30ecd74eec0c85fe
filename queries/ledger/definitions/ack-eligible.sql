-- Can a receipt of the extension be expected of the delivery d with the context c?
(c.runs_extension AND coalesce((SELECT e.is_expected FROM expectation AS e
  WHERE e.message_ref = d.message_ref AND e.app_ref = d.app_ref), c.is_ack_eligible))
