-- Names for the references of rows f of step, and the delivery d where the ledger has one: l leads to it from a name
-- that the extension's log gives it.
JOIN app AS a ON a.ref = f.app_ref JOIN message AS m ON m.ref = f.message_ref
  LEFT JOIN (SELECT * FROM ({{links}}) WHERE state = {{link_states joined}}) AS l
    ON l.message_ref = f.message_ref AND l.device = f.device AND l.app_ref = f.app_ref
  LEFT JOIN delivery AS d ON d.message_ref = coalesce(l.target_message, f.message_ref)
    AND d.device = iif(l.target_message IS NULL, f.device, l.target_device)
    AND d.app_ref = coalesce(l.target_app, f.app_ref)
  LEFT JOIN build AS b ON b.ref = d.build_ref LEFT JOIN version AS v ON v.ref = b.version_ref
