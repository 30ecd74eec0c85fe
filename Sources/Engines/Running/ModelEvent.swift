/// An event as the model reads it: texts, absent ones empty, and its time.
struct ModelEvent {
  /// AppKey, message, device, kind and raw type.
  let texts: [String]
  /// Milliseconds UTC.
  let time: Int64
  let attributes: [String]

  /// The columns before the time.
  static let texts = ["app_key", "message_id", "device_id", "kind", "raw_type"]

  /// The columns behind the time.
  static let attributes = [
    "source", "platform", "channel", "job_key", "app_version", "os", "os_version", "brand", "network_type",
    "isp", "reason",
  ]
}
