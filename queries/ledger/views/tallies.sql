-- events of a message that name no device, of one source, AppKey and kind
--
-- Columns:
--   source      which log they are from
--   app_key     AppKey, as given; empty when the log names none
--   message_id  message id, as given
--   kind        kind of the events
--   count       [count] events; a device may have several
--   first_at    [ms UTC] the first of them
--   last_at     [ms UTC] the last of them
--   sent_by     AppKey that sent the message: the same, or the only one where the log names none
--   sends       [count] deliveries that it sent; NULL when the ledger has none
--   sent_at     [ms UTC] the first of the sends
WITH counted AS MATERIALIZED (
  SELECT message_ref, app_ref, kind, source, count(*) AS count, min(at_ms) AS first_at, max(at_ms) AS last_at
  FROM tally WHERE message_ref IN ({{messages}}) GROUP BY message_ref, app_ref, kind, source
),
asked AS MATERIALIZED (SELECT DISTINCT message_ref, 9223372036854775807 AS until_ms FROM counted),
held AS MATERIALIZED ({{held}}),
sender AS ({{sender}})
SELECT c.source, a.app_key, m.message_id, CASE c.kind {{cases kinds: WHEN $number THEN '$name'}} END AS kind, c.count, c.first_at, c.last_at,
  b.app_key AS sent_by, h.sent AS sends, h.sent_at
FROM counted AS c JOIN app AS a ON a.ref = c.app_ref JOIN message AS m ON m.ref = c.message_ref
  LEFT JOIN sender AS s ON s.message_ref = c.message_ref AND s.senders = 1
  LEFT JOIN held AS h ON h.message_ref = c.message_ref AND h.sent > 0
    AND h.app_ref = iif(a.app_key = '', s.app_ref, c.app_ref)
  LEFT JOIN app AS b ON b.ref = h.app_ref;
