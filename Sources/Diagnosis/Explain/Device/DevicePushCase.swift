import ReceiptModel

/// One push to a device as it counts in the judgement of the device.
struct DevicePushCase {
  let messageID: String
  let delivery: DeliveryCase
  /// When its first event was.
  let begunAt: Instant
  /// First send.
  let sentAt: Instant?
  /// What only the device can cause, under the sender's AppKey, by time.
  let answers: [PushEvent]
  /// The same under AppKeys that never sent it.
  let foreignAnswers: [PushEvent]
  /// Refusals, and reports that it did not arrive.
  let refusals: [PushEvent]
  /// When a gateway, or the device, last showed that its token is good.
  let takenAt: Instant?

  /// - Returns: `nil` for a delivery without events, of which there is only an extension's log.
  init?(_ messageID: String, _ delivery: DeliveryCase) {
    guard let begunAt = delivery.story.events.map(\.at).min() else { return nil }
    self.messageID = messageID
    self.delivery = delivery
    self.begunAt = begunAt
    sentAt = delivery.sends.first
    answers = (delivery.words + delivery.story.events(.extAck)).sorted { $0.at < $1.at }
    foreignAnswers = delivery.foreignAnswers.sorted { $0.at < $1.at }
    refusals = (delivery.story.events(.sendFailed) + delivery.losses).sorted { $0.at < $1.at }
    let taken = delivery.story.events.filter { $0.kind == .sent || $0.kind == .arrived }
    takenAt = (taken + answers + foreignAnswers).map(\.at).max()
  }

  var appVersion: String { delivery.traits.appVersion }

  /// Whether the extension should have answered it by now.
  var isAwaited: Bool { delivery.isSettled && delivery.traits.isAckEligible }

  /// The reason of its failure; `nil` when it did not fail.
  var reason: FailureReason? {
    guard !refusals.isEmpty else { return nil }
    let traits = delivery.traits
    return FailureReason(
      code: traits.reasonCode, text: traits.reasonText,
      entry: delivery.settings.reasons.entry(
        channel: traits.channel, code: traits.reasonCode, text: traits.reasonText))
  }

  /// When it first failed for a reason of some categories.
  func failed(for categories: Set<FailureReasons.Category>) -> Instant? {
    guard let category = reason?.entry?.category, categories.contains(category) else { return nil }
    return refusals.first { $0.kind == .sendFailed || $0.kind == .arriveFailed }?.at
  }
}
