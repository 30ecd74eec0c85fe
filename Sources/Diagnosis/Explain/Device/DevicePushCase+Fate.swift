import Prose
import ReceiptModel

extension DevicePushCase {
  var explained: ExplainedPush {
    let explanation = delivery.explanation
    return ExplainedPush(
      messageID: messageID, begunAt: begunAt, fate: fate(explanation.verdict),
      ackLatency: latency(.extAck), openLatency: latency(.opened), reason: reason.map(told),
      explanation: explanation)
  }

  /// What the ledger says of it, in the order of a push's way.
  private func fate(_ verdict: DeliveryVerdict) -> [Phrase] {
    let story = delivery.story
    var fate: [Phrase] = []
    if sentAt != nil {
      fate.append("sent")
    } else if refusals.isEmpty, story.has(.accepted) {
      fate.append("accepted by the sender's platform")
    }
    if let reason {
      fate.append(
        story.has(.sendFailed) ? "refused: \(reason.explained)" : "not arrived: \(reason.explained)")
    }
    if story.has(.arrived) {
      fate.append(delivery.traits.arrivalIsEvidence ? "arrived" : "arrived, by the gateway's word")
    }
    if let ack = after(.extAck, "acked") { fate.append(ack) }
    if story.has(.displayed) { fate.append("displayed") }
    if let open = after(.opened, "opened") { fate.append(open) }
    if story.has(.dismissed) { fate.append("dismissed") }
    if !foreignAnswers.isEmpty { fate.append("answered under a foreign AppKey") }
    if verdict == .replacedByLater { fate.append("most likely replaced by a later one") }
    if fate.count == 1, sentAt != nil { fate.append("nothing was heard") }
    return fate
  }

  private func after(_ kind: EventKind, _ word: Phrase) -> Phrase? {
    guard delivery.story.has(kind) else { return nil }
    guard let latency = latency(kind) else { return word }
    return "\(word) after \(Figures.exactDuration(latency))"
  }

  /// From the latest send not after the first event of a kind to that, milliseconds; `nil` without both.
  private func latency(_ kind: EventKind) -> Int64? {
    guard let first = delivery.sends.first, let at = delivery.story.events(kind).first?.at else { return nil }
    return at.milliseconds - (delivery.sends.last { $0 <= at } ?? first).milliseconds
  }

  private func told(_ reason: FailureReason) -> (code: String, text: String, meaning: String?) {
    (reason.code, reason.text, reason.entry?.meaning)
  }
}
