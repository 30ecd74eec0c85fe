import ReceiptModel

/// The logs beside the receipts, as far as they have been written and not taken.
struct CompanionLogs: Sendable {
  private var texts: [CompanionLog: [UInt8]] = [:]
  private var send: String?
  private var counted = 0

  /// What has been written since it was taken last.
  mutating func take() -> [CompanionLog: [UInt8]] {
    defer { texts = [:] }
    return texts
  }

  /// Counts a delivery as it is before the log loses lines.
  mutating func count(_ delivery: Delivery) {
    if delivery.lines.contains(where: { $0.event.type == .sent }) { counted += 1 }
  }

  /// Tells of a delivery whose lines are final.
  ///
  /// - Parameter plants: the defects that hold for it.
  mutating func tell(of delivery: Delivery, _ plants: [any PlantedDefect]) {
    guard delivery.device.platform == .iOS, delivery.draft.device != nil else { return }
    if send == nil {
      send = Self.send(of: delivery, plants.lazy.map(\.payload).first { $0 != .sound } ?? .sound)
    }
    guard let run = LoggedExecution(of: delivery) else { return }
    append(
      run.lines(attachmentError: plants.lazy.compactMap(\.attachmentError).first), to: .extensions)
  }

  /// Ends a message, of which all deliveries have been told.
  mutating func endMessage(_ draft: SimulatedEvent) {
    if let send { append(send, to: .sends) }
    if counted > 0 {
      append(
        #"{"AppKey":"\#(draft.appKey)","PushStats":{"PushStat":[{"MessageId":"\#(draft.messageText)","SentCount":\#(counted)}]}}"#
          + "\n", to: .console)
    }
    send = nil
    counted = 0
  }

  private mutating func append(_ text: String, to log: CompanionLog) {
    texts[log, default: []] += Array(text.utf8)
  }

  /// The send of which the receipts tell, too: another time would make it another event.
  private static func send(of delivery: Delivery, _ payload: SimulatedPayload) -> String? {
    let line = delivery.lines.first {
      !$0.event.isBroken && ($0.event.type == .sent || $0.event.type == .sendFailed)
    }
    guard let event = line?.event else { return nil }
    let status = event.type == .sent ? #""sent""# : #""failed","error":"\#(event.reasonText)""#
    return
      #"{"app_key":"\#(event.appKey)","message_id":"\#(event.messageText)","device_id":"\#(event.deviceID)","#
      + #""sent_at":\#(event.time.milliseconds),"status":\#(status),"platform":"iOS","channel":"apns","#
      + #""payload":\#(payload.json)}"# + "\n"
  }
}
