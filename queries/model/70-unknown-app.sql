-- AppKeys that are not configured, and that no event shows accepting, sending or failing to send.
CREATE TEMPORARY VIEW unknown_app AS
SELECT e.app_key
FROM event_cell AS e LEFT JOIN known_app AS k ON k.app_key = e.app_key
WHERE k.app_key IS NULL
GROUP BY e.app_key
HAVING sum(CASE WHEN e.kind IN ('accepted', 'sent', 'send_failed') THEN 1 ELSE 0 END) = 0;
