-- Which events do joined deliveries give to those that are meant?
--
-- An arrival counts for what it proves: only one that is evidence where it was told, and only on a channel where the
-- receiver's own arrivals are, so that nothing becomes more, or less, than what it was.
--
-- Columns:
--   target_message  message that is meant
--   target_device   its device
--   target_app      its AppKey
--   kind            number of the kind
--   at_ms           [ms UTC] when it was
--   reason_ref      why an arrival failed, or 0; then what the caller asks of the delivery d that tells it
{{union linkable: SELECT l.target_message, l.target_device, l.target_app, $number AS kind, d.base_ms + d.$name AS at_ms,
  $reason AS reason_ref$further
FROM $source
CROSS JOIN delivery AS d ON d.message_ref = l.message_ref AND d.device = l.device AND d.app_ref = l.app_ref
CROSS JOIN delivery AS t ON t.message_ref = l.target_message AND t.device = l.target_device AND t.app_ref = l.target_app
CROSS JOIN context AS r ON r.ref = t.context_ref CROSS JOIN context AS c ON c.ref = d.context_ref
WHERE l.state = 0 AND d.$name IS NOT NULL$proof}}
UNION ALL
SELECT l.target_message, l.target_device, l.target_app, e.kind, e.at_ms,
  iif(e.kind = {{kinds arrive_failed}}, coalesce(d.reason_ref, 0), 0){{further}}
FROM {{source}}
CROSS JOIN repeat AS e ON e.message_ref = l.message_ref AND e.device = l.device AND e.app_ref = l.app_ref
CROSS JOIN delivery AS d ON d.message_ref = l.message_ref AND d.device = l.device AND d.app_ref = l.app_ref
CROSS JOIN delivery AS t ON t.message_ref = l.target_message AND t.device = l.target_device AND t.app_ref = l.target_app
CROSS JOIN context AS r ON r.ref = t.context_ref CROSS JOIN context AS c ON c.ref = d.context_ref
WHERE l.state = 0 AND e.kind IN ({{each linkable: $number}})
  AND (e.kind <> {{kinds arrived}} OR (c.arrival_is_evidence AND r.arrival_is_evidence));
