-- Which deliveries that are counted have which flags, by their names? The columns are those of the view flags.
SELECT f.flag, a.app_key, m.message_id, {{device_id}} AS device_id, f.sent_at, f.detail, 0 AS is_sample
FROM ({{flags}}) AS f
  JOIN app AS a ON a.ref = f.app_ref
  JOIN message AS m ON m.ref = f.message_ref
WHERE {{condition}} AND {{is_counted f.at_ms}};
