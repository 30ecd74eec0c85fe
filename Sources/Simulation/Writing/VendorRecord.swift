import ReceiptModel

/// An event as the service that knows of it would tell it, in its own words: arrivals by the makers' services and FCM,
/// clicks by OneSignal.
///
/// The fields are those that `mappings/` describes.
enum VendorRecord {
  /// The record as JSON; `nil` where no such service tells of the event.
  static func text(of event: SimulatedEvent) -> String? {
    let (app, message, device) = ("\(event.appKey)", event.messageText, event.deviceID)
    let time = event.time.milliseconds
    switch (event.type, event.channel) {
    case (.arrive, .huawei):
      return """
        {"statuses":[{"token":"\(device)","pushType":0,"appPackageName":"\(app)","requestId":"\(message)",\
        "deliveryStatus":{"result":0,"timestamp":\(time)}}]}
        """
    case (.arrive, .honor):
      return """
        {"statuses":[{"biTag":"b","appid":"\(app)","token":"\(device)","status":40000002,"timestamp":\(time),\
        "requestId":"\(message)"}]}
        """
    case (.arrive, .fcm) where event.platform == .android:
      return """
        {"event_timestamp":"\(event.time.text)","project_number":"1","message_id":"\(message)",\
        "instance_id":"\(device)","sdk_platform":"ANDROID","app_name":"\(app)","event":"MESSAGE_DELIVERED"}
        """
    case (.click, _):
      return oneSignal("message.push.clicked", event)
    case (.smsSent, _):
      return oneSignal("message.sms.sent", event)
    default: return nil
    }
  }

  private static func oneSignal(_ kind: String, _ event: SimulatedEvent) -> String {
    let time = event.time.milliseconds
    return """
      {"event":{"kind":"\(kind)","id":"\(event.appKey)-\(time)","timestamp":\(time / 1000),\
      "datetime":"\(event.time.text)","app_id":"\(event.appKey)",\
      "subscription_device_type":"\(event.platform == .iOS ? "iOS" : "Android")","subscription_id":"\(event.deviceID)"},\
      "message":{"id":"\(event.messageText)"}}
      """
  }
}
