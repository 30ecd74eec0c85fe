/// Lines of a receipt log, made by hand.
enum ReceiptLines {
  /// An event of iOS over APNs.
  static func event(
    _ type: String, message: Int = 1, device: Int, at milliseconds: Int64, app: String = "24700001"
  ) -> String {
    let id = String(device, radix: 16)
    let padded = String(repeating: "0", count: 32 - id.count) + id
    return """
      {"app_key":"\(app)","message_id":"\(message)","device_id":"\(padded)","device_type":"iOS",\
      "event_channel":"apns","event_type":"\(type)","event_time":"\(milliseconds)"}

      """
  }
}
