-- Which deliveries does a vendor's message id stand for, and what is told under the id itself, each push once?
--
-- What is told under the id counts where it is joined to; app_ref is NULL for what is joined to nothing.
WITH name AS MATERIALIZED (
  SELECT k.message_ref, k.until_ms, m.message_id FROM asked AS k CROSS JOIN message AS m ON m.ref = k.message_ref
  WHERE EXISTS (SELECT 1 FROM alias AS a
    WHERE a.space = 'vendor' AND a.name = m.message_id AND a.message_ref <> m.ref)
),
meant AS MATERIALIZED (
  SELECT DISTINCT n.message_ref, n.until_ms, d.message_ref AS delivery_message, d.device, d.app_ref
  FROM name AS n CROSS JOIN alias AS a
    ON a.space = 'vendor' AND a.name = n.message_id AND a.message_ref <> n.message_ref
  CROSS JOIN delivery AS d ON d.message_ref = a.message_ref AND (a.device = '' OR d.device = a.device)
    AND d.app_ref = a.app_ref
)
SELECT message_ref, until_ms, max(app_ref) AS app_ref, {{each timed: max(coalesce(at_$name <= until_ms, 0)) AS $name}}, min(at_sent) AS sent_at
FROM (
  SELECT e.message_ref, e.until_ms, e.app_ref, e.delivery_message, e.device, e.app_ref AS delivery_app, {{each timed: d.base_ms + d.$name AS at_$name}}
  FROM meant AS e CROSS JOIN delivery AS d
    ON d.message_ref = e.delivery_message AND d.device = e.device AND d.app_ref = e.app_ref
  UNION ALL
  SELECT n.message_ref, n.until_ms, NULL, coalesce(l.target_message, d.message_ref),
    iif(l.target_message IS NULL, d.device, l.target_device), coalesce(l.target_app, d.app_ref), {{each timed: d.base_ms + d.$name AS at_$name}}
  FROM name AS n CROSS JOIN delivery AS d ON d.message_ref = n.message_ref
    LEFT JOIN link AS l ON l.message_ref = d.message_ref AND l.device = d.device AND l.app_ref = d.app_ref
      AND l.state = 0
)
GROUP BY message_ref, until_ms, delivery_message, device, delivery_app
UNION ALL
SELECT n.message_ref, n.until_ms, e.app_ref, {{each timed: r.kind = $number AND r.at_ms <= n.until_ms}}, iif(r.kind = {{kinds sent}}, r.at_ms, NULL)
FROM name AS n CROSS JOIN meant AS e ON e.message_ref = n.message_ref AND e.until_ms = n.until_ms AND e.device = ''
  CROSS JOIN repeat AS r ON r.message_ref = e.delivery_message AND r.device = '' AND r.app_ref = e.app_ref
UNION ALL
SELECT n.message_ref, n.until_ms, NULL, {{each timed: r.kind = $number AND r.at_ms <= n.until_ms}}, NULL
FROM name AS n CROSS JOIN repeat AS r ON r.message_ref = n.message_ref AND r.device = '';
