-- What was read and what came of it, in one row: by it whoever loads the sums sees that none is missing.
--
-- These hold in every complete result:
--   deliveries_in_scope   sum of `deliveries` in channel_hour, and in version_hour; so do all counters agree there
--   latencies_in_scope    sum of `count` in latency_hour
--   failures_in_scope     sum of `count` in failure_hour
--   events_in_scope       sum of `events` in event_hour
--   flags_in_scope        sum of `deliveries` in flag_hour
-- and in each hour and AppKey flag_hour has as many ack_timeout of each detail, and ack_over_budget, as channel_hour.
CREATE TEMPORARY VIEW manifest AS
SELECT e.events_read, e.events, e.events_without_device, e.newest_ms, e.events_in_scope,
  d.deliveries, d.unmatched, d.deliveries_in_scope, d.latencies_in_scope, d.failures_in_scope, f.flags_in_scope
FROM (
  SELECT coalesce(sum(events_read), 0) AS events_read,
    coalesce(sum(events), 0) AS events,
    coalesce(sum(events_without_device), 0) AS events_without_device,
    max(newest_ms) AS newest_ms,
    coalesce(sum(CASE WHEN hour * 3600000 >= scope_start_ms AND hour * 3600000 < scope_end_ms THEN events END), 0)
      AS events_in_scope
  FROM event_cell CROSS JOIN rule
) AS e CROSS JOIN (
  SELECT count(*) AS deliveries,
    count(*) FILTER (WHERE cohort_at IS NULL) AS unmatched,
    count(*) FILTER (WHERE cohort_at >= scope_start_ms AND cohort_at < scope_end_ms) AS deliveries_in_scope,
    count(ack_latency_ms) FILTER (WHERE cohort_at >= scope_start_ms AND cohort_at < scope_end_ms) AS latencies_in_scope,
    count(*) FILTER (WHERE cohort_at >= scope_start_ms AND cohort_at < scope_end_ms
      AND (CASE WHEN sent_at IS NULL THEN send_failed_at ELSE arrive_failed_at END) IS NOT NULL) AS failures_in_scope
  FROM fact CROSS JOIN rule
) AS d CROSS JOIN (
  SELECT count(*) AS flags_in_scope FROM flag
) AS f;
