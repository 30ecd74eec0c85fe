-- a run of an engine whose sums were loaded
--
-- Columns:
--   start_ms               [ms UTC] where the hours that it counted begin
--   end_ms                 [ms UTC] where they end
--   run                    name of the run
--   engine                 spark, sqlite or duckdb
--   engine_version         version of the engine
--   settings               digest of the channels and AppKeys it counted by
--   ack_timeout_ms         [ms] ackTimeout it counted by
--   ack_budget_ms          [ms] ackBudget it counted by
--   sample_limit           [count] the most flagged deliveries it kept of each flag, AppKey and detail
--   newest_ms              [ms UTC] newest event that it read; NULL when there was none
--   lines                  [count] lines that the engine read
--   corrupt_lines          [count] of them, lines that were no JSON object
--   rejected_lines         [count] of them, lines that were refused
--   ignored_lines          [count] of them, lines that are known to hold no event
--   event_lines            [count] of them, lines that gave events
--   events_read            [count] events that were read, repeated ones each time
--   events                 [count] distinct events
--   events_without_device  [count] distinct events without a device
--   events_in_scope        [count] distinct events that happened in its hours
--   deliveries             [count] deliveries of all events that were read
--   unmatched              [count] of them, those that belong to no cohort
--   deliveries_in_scope    [count] deliveries with a cohort in its hours
--   latencies_in_scope     [count] of them, those with an ack latency
--   failures_in_scope      [count] of them, those that failed
--   flags_in_scope         [count] flags on deliveries in its hours
SELECT start_ms, end_ms, run, engine, engine_version, settings, ack_timeout_ms, ack_budget_ms, sample_limit,
  newest_ms, lines, corrupt_lines, rejected_lines, ignored_lines, event_lines, events_read, events,
  events_without_device, events_in_scope, deliveries, unmatched, deliveries_in_scope, latencies_in_scope,
  failures_in_scope, flags_in_scope
FROM loaded_run;
