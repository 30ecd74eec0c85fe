-- a run of an engine whose sums were loaded
--
-- Columns:
--   start_ms        [ms UTC] where the hours that it counted begin
--   end_ms          [ms UTC] where they end
--   run             name of the run
--   engine          spark, sqlite or duckdb
--   engine_version  version of the engine
--   settings        digest of the channels and AppKeys it counted by
--   ack_timeout_ms  [ms] ackTimeout it counted by
--   ack_budget_ms   [ms] ackBudget it counted by
--   sample_limit    [count] the most flagged deliveries it kept of each flag, AppKey and detail
--   newest_ms       [ms UTC] newest event that it read; NULL when there was none
--   {{columns figures: $name  [count] $meaning}}
SELECT start_ms, end_ms, run, engine, engine_version, settings, ack_timeout_ms, ack_budget_ms, sample_limit,
  newest_ms, {{each figures: $name}}
FROM loaded_run;
