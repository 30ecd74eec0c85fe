-- What does each log tell, and what does only one of them tell?
--
-- A source is what a log comes from: alibaba, or what a mapping names. A kind of event that two logs tell about the
-- same delivery is counted for both. What a log tells about a push under a name of its own is counted there: bridges
-- says which push is meant.
--
-- :since, :until  milliseconds UTC; only what is first told from :since on and before :until, unset means all.
-- :app_key        only deliveries of this AppKey; unset means all.
--
-- Columns:
--   app_key      [id] AppKey, as that log names it
--   source       alibaba, or what a mapping names; empty when nothing says which
--   kind         what it tells
--   deliveries   [deliveries] with such an event told by this source, under the name by which it knows them
--   alone        [deliveries] of these, of which no other source tells such an event
--   first_at_ms  [ms UTC] the earliest
--   last_at_ms   [ms UTC] the latest first time
SELECT app_key,
       coalesce(source, '') AS source,
       kind,
       count(*)             AS deliveries,
       sum(tellers = 1)     AS alone,
       min(at_ms)           AS first_at_ms,
       max(at_ms)           AS last_at_ms
FROM (
  SELECT app_key, source, kind, at_ms, count(*) OVER (PARTITION BY app_key, message_id, device_id, kind) AS tellers
  FROM told
  WHERE app_key = coalesce(:app_key, app_key)
)
WHERE at_ms >= coalesce(:since, 0)
  AND at_ms <  coalesce(:until, 9223372036854775807)
GROUP BY app_key, source, kind
ORDER BY app_key, 2, kind;
