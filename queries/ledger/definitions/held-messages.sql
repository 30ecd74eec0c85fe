-- What does the ledger hold of the messages of asked up to its moments, by AppKey? It counts as the view messages does.
SELECT message_ref, until_ms, app_ref, {{each timed: sum($name) AS $name}},
  min(sent_at) AS sent_at
FROM (
  SELECT k.message_ref, k.until_ms, d.app_ref,
    {{each timed: coalesce(d.base_ms + d.$name <= k.until_ms, 0) AS $name}},
    d.base_ms + d.sent AS sent_at
  FROM asked AS k CROSS JOIN delivery AS d ON d.message_ref = k.message_ref
  UNION ALL
  SELECT k.message_ref, k.until_ms, r.app_ref,
    {{each timed: r.kind = $number AND r.at_ms <= k.until_ms}},
    iif(r.kind = {{kinds sent}}, r.at_ms, NULL)
  FROM asked AS k CROSS JOIN repeat AS r ON r.message_ref = k.message_ref AND r.device = ''
)
GROUP BY message_ref, until_ms, app_ref;
