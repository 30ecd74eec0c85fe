-- Which runs do not say of each line once what became of it?
SELECT 1 FROM run
WHERE lines <> corrupt_lines + rejected_lines + ignored_lines + event_lines OR events_read < event_lines
  OR events > events_read OR events_without_device > events OR events_in_scope > events
  OR unmatched > deliveries OR deliveries_in_scope > deliveries - unmatched;
