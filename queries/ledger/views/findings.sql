-- a finding of the last judgement, worst first
--
-- check, run and acknowledgements keep it, and query renews it before it asks, where the ledger has changed since.
--
-- Columns:
--   code                what kind of finding it is
--   app_key             AppKey it is about; empty when it is about the whole ledger
--   scope               what part of the AppKey; empty for all of it
--   severity            critical, warning or info
--   state               new, ongoing, no_traffic or resolved, beside the judgement of the day before
--   first_seen_at       [ms UTC] end of the first judged day that had it, of those without a break since; NULL for a note that stood the day before
--   since_at            [ms UTC] when it began; NULL when that cannot be told
--   since_is_exact      [0/1] whether it began then; else it is as old at least
--   deliveries          [count] deliveries concerned; NULL when it is not about deliveries
--   devices             [count] devices concerned; NULL when they were not counted
--   observed            [share] the share that was seen
--   expected            [share] the share that would have been normal
--   interval_low        [share] lower Wilson limit of observed
--   interval_high       [share] upper Wilson limit of it
--   cause               what most likely happened
--   rivals              what else could look the same
--   next_step           what to do first
--   command             the command that shows the rows behind it
--   acknowledged_until  [ms UTC] until when somebody said that it is known; NULL when nobody did
--   as_of_ms            [ms UTC] "now" of the judgement
SELECT f.code, f.app_key, f.scope, f.severity, f.state, f.first_seen_at, f.since_at, f.since_is_exact, f.deliveries,
  f.devices, f.observed, f.expected, f.interval_low, f.interval_high, f.cause, f.rivals, f.next_step, f.command,
  f.acknowledged_until, j.as_of_ms
FROM judgement AS j CROSS JOIN finding AS f ON f.judgement_ref = j.ref
WHERE j.is_shown;
