-- Why did a failed arrival fail that only links tell of, where they say it: for what reason the earliest?
SELECT k.reason_ref FROM linked_event AS k
WHERE k.message_ref = {{delivery}}.message_ref AND k.device = {{delivery}}.device AND k.app_ref = {{delivery}}.app_ref
  AND k.kind = {{kinds arrive_failed}} AND k.reason_ref <> 0
ORDER BY k.at_ms LIMIT 1;
