-- a counter of a message that somebody else keeps, beside the ledger's own count
--
-- Columns:
--   source          whose count it is
--   app_key         AppKey that the count names; NULL when it names none
--   message_id      message id, as given; it may be a vendor's
--   kind            what is counted, as the kind of event that it comes closest to
--   their_count     [count] the latest that was imported; of counts without a time the largest, since counters grow
--   counted_at      [ms UTC] when they counted; NULL when no record of the counter says it
--   counts          [count] different counts or times of this counter that were imported
--   ledger_app_key  AppKey whose deliveries are counted beside it; NULL when none or several sent it
--   ledger_count    [count] deliveries with this kind by counted_at, events without a device one by one; NULL when the
--                   ledger has none of the kind at all
--   difference      [count] their_count minus ledger_count
--   compared_by     app_key, only_sender, vendor_name, several_senders or no_sender: how the deliveries counted
--                   beside it were found
--   sent_at         [ms UTC] first sent event of the message, or when the sender's platform says it was sent
WITH RECURSIVE wanted (message_ref) AS (
  -- A recursive table is taken for an endless one: so what is known of a message is looked up, not gone through for each.
  {{messages}} UNION SELECT message_ref FROM wanted WHERE false
),
latest AS MATERIALIZED (
  SELECT message_ref, source, app_key, kind, count AS their_count, counted_ms, counts,
    iif(counted_ms = 0, 9223372036854775807, counted_ms) AS until_ms
  FROM (
    SELECT *, row_number() OVER (PARTITION BY message_ref, source, app_key, kind
        ORDER BY counted_ms DESC, count DESC) AS place,
      count(*) OVER (PARTITION BY message_ref, source, app_key, kind) AS counts
    FROM wanted CROSS JOIN total USING (message_ref))
  WHERE place = 1
),
asked AS MATERIALIZED (SELECT DISTINCT message_ref, until_ms FROM latest),
held AS MATERIALIZED ({{held}}),
sender AS ({{sender}}),
named AS MATERIALIZED ({{named}}),
named_sender AS (
  SELECT message_ref, min(app_ref) AS app_ref, count(*) AS senders, min(sent_at) AS sent_at FROM (
    SELECT message_ref, app_ref, min(sent_at) AS sent_at FROM named WHERE app_ref IS NOT NULL GROUP BY 1, 2)
  GROUP BY message_ref
),
named_held AS (
  SELECT message_ref, until_ms, {{each timed: sum($name) AS $name}}
  FROM named GROUP BY 1, 2
),
theirs AS (
  SELECT t.*, CASE
      WHEN t.app_key <> '' AND (n.senders IS NULL OR EXISTS (SELECT 1 FROM held AS o
        WHERE o.message_ref = t.message_ref AND o.app_ref = k.ref AND o.sent_at IS NOT NULL)) THEN 'app_key'
      WHEN t.app_key = '' AND s.senders = 1 THEN 'only_sender'
      WHEN t.app_key = '' AND s.senders > 1 OR n.senders > 1 THEN 'several_senders'
      WHEN n.senders = 1 THEN 'vendor_name' ELSE 'no_sender' END AS compared_by,
    k.ref AS own_app, s.app_ref AS only_app, n.app_ref AS named_app, n.sent_at AS named_sent_at
  FROM latest AS t LEFT JOIN app AS k ON t.app_key <> '' AND k.app_key = t.app_key
    LEFT JOIN sender AS s ON s.message_ref = t.message_ref
    LEFT JOIN named_sender AS n ON n.message_ref = t.message_ref
),
placed AS (
  SELECT *, CASE compared_by WHEN 'app_key' THEN own_app WHEN 'only_sender' THEN only_app
    WHEN 'vendor_name' THEN named_app END AS app_ref
  FROM theirs
),
compared AS (
  SELECT t.*, CASE WHEN t.compared_by = 'vendor_name' THEN t.named_sent_at ELSE h.sent_at END AS sent_at,
    CASE WHEN t.compared_by = 'several_senders' THEN NULL
      ELSE coalesce(nullif(iif(t.compared_by = 'vendor_name', CASE t.kind {{cases timed: WHEN $number THEN v.$name}} END, CASE t.kind {{cases timed: WHEN $number THEN h.$name}} END), 0),
        iif(t.kind = {{kinds sent}} OR EXISTS (SELECT 1 FROM logged_kind AS e
          WHERE e.app_ref = t.app_ref AND e.kind = t.kind), 0, NULL)) END AS ledger_count
  FROM placed AS t
    LEFT JOIN held AS h ON h.message_ref = t.message_ref AND h.until_ms = t.until_ms AND h.app_ref = t.app_ref
    LEFT JOIN named_held AS v ON v.message_ref = t.message_ref AND v.until_ms = t.until_ms
)
SELECT c.source, nullif(c.app_key, '') AS app_key, m.message_id, CASE c.kind {{cases kinds: WHEN $number THEN '$name'}} END AS kind, c.their_count,
  nullif(c.counted_ms, 0) AS counted_at, c.counts, a.app_key AS ledger_app_key, c.ledger_count,
  c.their_count - c.ledger_count AS difference, c.compared_by,
  coalesce(c.sent_at, (SELECT min(p.sent_ms) FROM push AS p
    WHERE p.message_ref = c.message_ref AND p.sent_ms > 0)) AS sent_at
FROM compared AS c JOIN message AS m ON m.ref = c.message_ref LEFT JOIN app AS a ON a.ref = c.app_ref;
