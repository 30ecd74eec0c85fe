-- a distinct event
--
-- Columns:
--   app_key     AppKey, as given
--   message_id  message id, as given
--   device_id   device id, as given; empty when the sender logs none
--   kind        {{each kinds: $name}}
--   raw_type    the log's own word, for kind other only
--   at_ms       [ms UTC] when it happened
SELECT app_key, message_id, device_id, kind, raw_type, at_ms FROM ({{events}});
