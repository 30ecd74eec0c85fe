extension PublicView {
  /// The device id as it was given.
  static let deviceID = "CASE typeof(f.device) WHEN 'blob' THEN lower(hex(f.device)) ELSE f.device END"

  static let deliveries = PublicView(
    name: "deliveries",
    row: "a delivery: one push on one device",
    columns: [
      .text("app_key", "AppKey, as given"),
      .text("message_id", "message id, as given"),
      .text("device_id", "device id, as given; empty when the sender logs none"),
      .text("source", "which log reported it: alibaba"),
      .text("platform", "device type: iOS, ANDROID, …"),
      .text("channel", "push channel: apns, huawei, …"),
      .text("job_key", "the sender's task or campaign key"),
      .text("app_version", "app version on the device"),
      .text("os", "operating system"),
      .text("os_version", "operating system's version"),
      .text("brand", "device brand"),
      .text("network_type", "network at the time of the event"),
      .text("isp", "network operator"),
      .time("accepted_at", "first time the sender's platform took the request"),
      .time("sent_at", "first time it was handed to the gateway"),
      .time("send_failed_at", "first time the gateway refused it"),
      .time("arrived_at", "first arrival; on iOS it only says that APNs took the push"),
      .time("arrive_failed_at", "first report that it did not arrive"),
      .time("acked_at", "first receipt of the notification service extension (ext_ack)"),
      .time("displayed_at", "first time it was shown"),
      .time("opened_at", "first time it was tapped"),
      .time("dismissed_at", "first time it was cleared"),
      .time("dropped_at", "first report that it was collapsed, capped or throttled"),
      .time("expired_at", "first report that it expired"),
      .text("reason_code", "code of the earliest failure's reason"),
      .text("reason_text", "text of the earliest failure's reason"),
      .duration(
        "ack_latency_ms", "acked_at minus the latest sent not after it; negative when every sent is later"),
      .duration(
        "open_latency_ms", "opened_at minus the latest sent not after it; negative when every sent is later"),
      .yesNo(
        "ack_eligible",
        """
        whether an extension receipt can be expected: iOS, or the channel apns, and neither payload nor channel speaks \
        against it
        """
      ),
      .yesNo("confirmed", "whether there is evidence from the device itself"),
      .text("client_network", "network of the device's address, /24 or /48; only when it was asked for"),
    ],
    sql: """
      SELECT a.app_key, m.message_id, \(deviceID) AS device_id,
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
        LEFT JOIN reason AS r ON r.ref = f.reason_ref
      """)
}
