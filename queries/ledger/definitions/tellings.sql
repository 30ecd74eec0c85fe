-- Who told what of deliveries under their own names?
--
-- A delivery without rows in teller was told of by the source of its context alone: it told the first event of each
-- kind that is not here by a link only. Of any other, teller says it.
--
-- Columns:
--   {{columns}}
--   kind    number of the kind
--   source  who told it; empty when nothing says which
--   at_ms   [ms UTC] the first time that it gives
SELECT * FROM (
  SELECT {{columns}}, k.kind, x.source AS source, CASE
    WHEN k.kind <> {{kinds other}} AND NOT {{has_linked}} THEN {{first_time}}
    WHEN d.besides IS NOT NULL THEN (SELECT min(o.at_ms) FROM (
    SELECT {{first_time}} AS at_ms
    UNION ALL SELECT e.at_ms FROM repeat AS e
      WHERE e.message_ref = d.message_ref AND e.device = d.device AND e.app_ref = d.app_ref AND e.kind = k.kind
  ) AS o WHERE NOT EXISTS (SELECT 1 FROM linked_event AS l WHERE l.message_ref = d.message_ref
    AND l.device = d.device AND l.app_ref = d.app_ref AND l.kind = k.kind AND l.at_ms = o.at_ms)) END AS at_ms
  FROM {{source}} CROSS JOIN context AS x ON x.ref = d.context_ref
    CROSS JOIN ({{kinds_asked}}) AS k
  WHERE NOT {{has_tellers}} AND {{k_counts}}
) WHERE at_ms IS NOT NULL
UNION ALL
SELECT {{columns}}, w.kind, coalesce(s.name, ''), w.at_ms
FROM {{source}} CROSS JOIN context AS x ON x.ref = d.context_ref
  CROSS JOIN teller AS w ON w.message_ref = d.message_ref AND w.device = d.device AND w.app_ref = d.app_ref
  LEFT JOIN source AS s ON s.ref = w.source_ref
WHERE {{has_tellers}} AND w.kind IN ({{numbers_asked}})
  AND {{w_counts}};
