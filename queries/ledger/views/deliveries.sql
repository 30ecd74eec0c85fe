-- a delivery: one push on one device
--
-- Columns:
--   app_key           AppKey, as given
--   message_id        message id, as given
--   device_id         device id, as given; empty when the sender logs none
--   source            which log reported it: alibaba
--   platform          device type: iOS, ANDROID, …
--   channel           push channel: apns, huawei, …
--   job_key           the sender's task or campaign key
--   app_version       app version on the device
--   os                operating system
--   os_version        operating system's version
--   brand             device brand
--   network_type      network at the time of the event
--   isp               network operator
--   accepted_at       [ms UTC] first time the sender's platform took the request
--   sent_at           [ms UTC] first time it was handed to the gateway
--   send_failed_at    [ms UTC] first time the gateway refused it
--   arrived_at        [ms UTC] first arrival; on iOS it only says that APNs took the push
--   arrive_failed_at  [ms UTC] first report that it did not arrive
--   acked_at          [ms UTC] first receipt of the notification service extension (ext_ack)
--   displayed_at      [ms UTC] first time it was shown
--   opened_at         [ms UTC] first time it was tapped
--   dismissed_at      [ms UTC] first time it was cleared
--   dropped_at        [ms UTC] first report that it was collapsed, capped or throttled
--   expired_at        [ms UTC] first report that it expired
--   reason_code       code of the earliest failure's reason
--   reason_text       text of the earliest failure's reason
--   ack_latency_ms    [ms] acked_at minus the latest sent not after it; negative when every sent is later
--   open_latency_ms   [ms] opened_at minus the latest sent not after it; negative when every sent is later
--   ack_eligible      [0/1] whether an extension receipt can be expected: iOS, or the channel apns, and neither
--                     payload nor channel speaks against it
--   confirmed         [0/1] whether there is evidence from the device itself
--   client_network    network of the device's address, /24 or /48; only when it was asked for
SELECT a.app_key, m.message_id, {{device_id}} AS device_id,
  nullif(c.source, '') AS source, nullif(c.platform, '') AS platform, nullif(h.name, '') AS channel,
  nullif(c.job_key, '') AS job_key, nullif(v.app_version, '') AS app_version, nullif(b.os, '') AS os,
  nullif(v.os_version, '') AS os_version, nullif(b.brand, '') AS brand,
  nullif(n.network_type, '') AS network_type, nullif(n.isp, '') AS isp,
  f.accepted_at, f.sent_at, f.send_failed_at, f.arrived_at, f.arrive_failed_at, f.acked_at, f.displayed_at,
  f.opened_at, f.dismissed_at, f.dropped_at, f.expired_at,
  nullif(r.code, '') AS reason_code, nullif(r.text, '') AS reason_text,
  f.ack_latency_ms, f.open_latency_ms, f.ack_eligible, f.confirmed,
  nullif(n.client_network, '') AS client_network
FROM delivery_fact AS f
  JOIN app AS a ON a.ref = f.app_ref
  JOIN message AS m ON m.ref = f.message_ref
  JOIN context AS c ON c.ref = f.context_ref
  JOIN channel AS h ON h.ref = c.channel_ref
  JOIN build AS b ON b.ref = f.build_ref
  JOIN version AS v ON v.ref = b.version_ref
  JOIN network AS n ON n.ref = f.network_ref
  LEFT JOIN reason AS r ON r.ref = f.reason_ref;
