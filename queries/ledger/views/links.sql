-- a delivery that another log tells under a name of its own, and the delivery that is meant
--
-- Columns:
--   app_key            app, as the other log names it
--   message_id         the name, as given: a vendor's message id, an id of an open
--   device_id          device, as the other log names it; a token, a user
--   source             which log told it
--   space              whose names these are: vendor or open
--   state              {{each link_states: $name}}
--   how                why it is joined or not: {{each link_reasons: $name}}
--   target_app_key     AppKey of the delivery that is meant; NULL unless joined
--   target_message_id  its message id
--   target_device_id   its device id
--   kinds              what it tells of that delivery, kinds with commas between; NULL when nothing or not joined
--   first_event_ms     [ms UTC] its earliest event
SELECT a.app_key, m.message_id, {{device_id}} AS device_id, nullif(c.source, '') AS source, f.space,
  CASE f.state {{cases link_states: WHEN $number THEN '$name'}} END AS state, CASE f.how {{cases link_reasons: WHEN $number THEN '$name'}} END AS how,
  ta.app_key AS target_app_key, tm.message_id AS target_message_id,
  CASE typeof(f.target_device) WHEN 'blob' THEN lower(hex(f.target_device)) ELSE f.target_device END AS target_device_id,
  CASE WHEN f.state = {{link_states joined}} THEN nullif(rtrim({{joined linkable: iif(d.$name IS NOT NULL$proof, '$name,', '')}}, ','), '') END AS kinds,
  d.base_ms AS first_event_ms
FROM link AS f
  JOIN delivery AS d ON d.message_ref = f.message_ref AND d.device = f.device AND d.app_ref = f.app_ref
  JOIN context AS c ON c.ref = d.context_ref
  JOIN app AS a ON a.ref = f.app_ref
  JOIN message AS m ON m.ref = f.message_ref
  LEFT JOIN app AS ta ON ta.ref = f.target_app
  LEFT JOIN message AS tm ON tm.ref = f.target_message
  LEFT JOIN delivery AS t
    ON t.message_ref = f.target_message AND t.device = f.target_device AND t.app_ref = f.target_app
  LEFT JOIN context AS r ON r.ref = t.context_ref;
