import Diagnosis
import Prose
import ReceiptModel

extension ReportInput {
  /// Whose word stands behind "delivered" on a channel; two channels rarely have the same definition.
  func proof(on channel: String, _ counts: Counts) -> Phrase {
    let tellers = tellers(on: channel)
    return tellers.isEmpty
      ? definition(on: channel, counts) : "\(definition(on: channel, counts)) (\(tellers))"
  }

  private func definition(on channel: String, _ counts: Counts) -> Phrase {
    let traits = channelTable[channel]
    if !traits.measurable { return "opens only; nothing is known about the rest" }
    if !traits.arrivalIsDeviceEvidence { return "receipts of the extension, opens" }
    guard counts[.sent] > 0, counts[.ackEligible] == counts[.sent] else {
      let told: Phrase =
        channel.isEmpty ? "arrivals as logged" : "arrivals told by \(.text(channel, limit: 40))"
      return counts[.ackEligible] > 0 ? "\(told), on iOS receipts of the extension; opens" : "\(told), opens"
    }
    return "receipts of the extension, opens"
  }

  /// Which logs tell what counts as delivered on a channel: `arrived by huawei, opened by alibaba, analytics`; empty
  /// where Alibaba's receipt logs tell all of it.
  private func tellers(on channel: String) -> Phrase {
    let told = evidence.health.told.filter { told in
      told.channel.hasSameBytes(as: channel) && told.of != .unsent
        && proves(told.kind, on: channel) && !told.source.isEmpty
    }
    guard told.contains(where: { $0.source != ToldKind.receiptLog }) else { return .empty }
    return EventKind.allCases.compactMap { kind -> Phrase? in
      var names: [String] = []
      for name in told.lazy.filter({ $0.kind == kind }).map(\.source) where !names.contains(name) {
        names.append(name)
      }
      guard !names.isEmpty else { return nil }
      return "\(figure: kind.name) by \(names.map { Phrase.text($0, limit: 40) }.joined())"
    }.joined()
  }

  /// Whether an event of a kind on a channel makes a delivery a delivered one.
  private func proves(_ kind: EventKind, on channel: String) -> Bool {
    switch kind {
    case .extAck, .displayed, .opened, .dismissed: true
    case .arrived: channelTable[channel].arrivalIsDeviceEvidence
    default: false
    }
  }
}
