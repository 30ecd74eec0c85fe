import ReceiptModel

/// A run of the notification service extension that its own log tells of: one that was acked at the first try, on a
/// device that hands its log in, which half of them do.
///
/// Of other runs the receipts do not say how each try ended.
struct LoggedExecution: Sendable {
  private let run: String
  /// Milliseconds by the device's clock.
  private let start: Int64
  private let acked: Int64

  init?(of delivery: Delivery) {
    let acks = delivery.lines.filter {
      $0.event.type == .extAck && !$0.isRepeat && !$0.event.isBroken
    }
    guard delivery.device.place(in: 7) < 0.5, acks.count == 1, let ack = acks.first,
      ack.event.attempt == 1,
      let time = ack.extensionTime
    else { return nil }
    acked = ack.event.time.milliseconds
    start = acked - time
    run =
      " app=\(delivery.draft.appKey) message=\(delivery.draft.messageText) device=\(delivery.draft.deviceID)"
  }

  /// Its steps, one a line.
  func lines(attachmentError: String?) -> String {
    var lines = line("received", at: start)
    if let attachmentError {
      lines += line("attachment_failed", at: (start + acked) / 2, " detail=\(attachmentError)")
    }
    return lines + line("acked", at: acked) + line("finished", at: acked + 5)
  }

  private func line(_ step: String, at time: Int64, _ detail: String = "") -> String {
    "pushext time=\(Instant(milliseconds: time).text) event=\(step)\(run)\(detail)\n"
  }
}
