import ReceiptModel

/// What the log will show of one delivery: the definitions of the metrics, applied to one (app_key, message_id,
/// device_id).
struct DeliveryOutcome: Sendable {
  private(set) var firstSent: Int64?
  private(set) var firstFailure: Int64?
  private(set) var isArrived = false
  private(set) var isArrivalEvidence = false
  private(set) var isOpened = false
  private(set) var isDismissed = false
  private(set) var ackCount = 0
  private(set) var isAckedUnderForeignKey = false
  /// Whether any event stands under the sender's own AppKey.
  private(set) var isKnownToSender = false
  private var firstAnswer: Int64?

  fileprivate init(of lines: [PlannedLine], sender: UInt64) {
    for line in lines where !line.isRepeat && !line.event.isBroken { note(line.event, sender: sender) }
  }

  private mutating func note(_ event: SimulatedEvent, sender: UInt64) {
    guard event.appKey == sender else {
      isAckedUnderForeignKey = true
      return
    }
    isKnownToSender = true
    let time = event.time.milliseconds
    switch event.type.kind {
    case .sent: firstSent = min(firstSent ?? time, time)
    case .sendFailed: firstFailure = min(firstFailure ?? time, time)
    case .arrived:
      isArrived = true
      isArrivalEvidence = event.channel.arrivalIsEvidence
    case .extAck:
      ackCount += 1
      firstAnswer = min(firstAnswer ?? time, time)
    case .opened:
      isOpened = true
      firstAnswer = min(firstAnswer ?? time, time)
    case .dismissed: isDismissed = true
    default: break
    }
  }

  var isAcked: Bool { ackCount > 0 }
  var isConfirmed: Bool { isAcked || isOpened || isDismissed || isArrivalEvidence }

  /// As how many deliveries it counts: one of the sender, and one of a foreign AppKey that answered.
  var deliveries: Int { (isKnownToSender ? 1 : 0) + (isAckedUnderForeignKey ? 1 : 0) }

  /// An ack or open before every send.
  var isAnsweredBeforeSend: Bool {
    guard let firstSent, let firstAnswer else { return false }
    return firstAnswer < firstSent
  }

  /// When its cohort's day is: that of the first send, or without one of the first failure to send.
  var cohortTime: Int64? { firstSent ?? firstFailure }
}

extension Delivery {
  /// What its lines, as they stand by now, will show.
  var outcome: DeliveryOutcome { DeliveryOutcome(of: lines, sender: sender) }

  /// Whether its device is seen to have got it: an arrival on iOS says that the vendor took the push.
  var isAnswered: Bool { device.platform == .iOS ? outcome.isAcked : outcome.isArrived }
}
