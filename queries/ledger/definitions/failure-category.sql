-- Which category has the reason of the delivery f with the context c, by the program's own table? As FailureReasons.
(SELECT k.category
  FROM reason AS r CROSS JOIN channel AS h ON h.ref = c.channel_ref CROSS JOIN known_reason AS k
  WHERE r.ref = f.reason_ref AND k.channel IN ('', lower(h.name))
    -- On iOS a reason may be a bare HTTP status, which stands as a text.
    AND k.code IN ('', iif(r.code = '' AND r.text NOT GLOB '*[^0-9]*', r.text, lower(r.code)))
    AND iif(k.is_prefix, substr(lower(r.text), 1, length(k.text)) = k.text, k.text IN ('', lower(r.text)))
  ORDER BY k.place LIMIT 1)
