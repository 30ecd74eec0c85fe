-- a message of one AppKey of which payloads are known
--
-- Columns:
--   app_key     AppKey, as given
--   message_id  message id, as given
--   variants    [count] payloads that differ in their remarks or their size
--   cannot_ack  [0/1] whether none of them lets the notification service extension run, and no ack came
--   remarks     what is remarkable about any of them: names with commas between; empty for nothing
--   bytes_min   [bytes] size of the smallest
--   bytes_max   [bytes] size of the largest
SELECT a.app_key, m.message_id, count(*) AS variants,
  EXISTS (SELECT 1 FROM expectation AS e WHERE e.message_ref = p.message_ref AND e.app_ref = p.app_ref
    AND NOT e.is_expected) AS cannot_ack,
  substr({{joined remarks: CASE WHEN max(p.lint & $number) <> 0 THEN ',$name' ELSE '' END}}, 2) AS remarks, min(p.bytes) AS bytes_min, max(p.bytes) AS bytes_max
FROM payload AS p JOIN app AS a ON a.ref = p.app_ref JOIN message AS m ON m.ref = p.message_ref
GROUP BY p.message_ref, p.app_ref;
