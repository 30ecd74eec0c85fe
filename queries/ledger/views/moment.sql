-- the one row that says what "now" is for judgements
--
-- The newest event that is not after the clock. Up to the clock's own hour the sums of events know it. Only while that
-- hour holds events on both sides of the clock (some devices' clocks are ahead) are single events looked at, and only
-- those of messages that have any in the hour: cut is that hour, or has no row. Sums that were loaded take all
-- receipts as come in, so "now" is not before that is so.
--
-- Columns:
--   as_of_ms  [ms UTC] newest event that is not after the clock; NULL in an empty ledger
WITH clock(now_ms) AS (SELECT {{clock}}),
cut(hour) AS (
  SELECT now_ms / 3600000 FROM clock
  WHERE EXISTS (SELECT 1 FROM event_hour WHERE hour = now_ms / 3600000 AND newest_ms > now_ms)
),
near(message_ref) AS (
  {{near}}
)
SELECT max(at_ms) AS as_of_ms FROM (
  SELECT max(newest_ms) AS at_ms FROM clock CROSS JOIN event_hour
  WHERE newest_ms <= now_ms AND hour = (
    -- Compared with subqueries and not joined, this walks the key backwards and stops at its first row.
    SELECT e.hour FROM event_hour AS e
    WHERE e.hour <= (SELECT now_ms / 3600000 FROM clock) AND e.newest_ms <= (SELECT now_ms FROM clock)
    ORDER BY e.hour DESC LIMIT 1)
  UNION ALL
  SELECT max(max(base_ms, {{each timed: iif(base_ms + $name <= now_ms, base_ms + $name, base_ms)}})) FROM clock CROSS JOIN delivery
  WHERE message_ref IN (SELECT message_ref FROM near) AND base_ms <= now_ms
  UNION ALL
  SELECT max(at_ms) FROM clock CROSS JOIN repeat
  WHERE message_ref IN (SELECT message_ref FROM near) AND at_ms <= now_ms
  UNION ALL
  SELECT max(end_ms + settle_ms) FROM clock CROSS JOIN loaded_run
    CROSS JOIN (SELECT value AS settle_ms FROM setting WHERE name = 'settle_ms')
  WHERE end_ms + settle_ms <= now_ms
);
