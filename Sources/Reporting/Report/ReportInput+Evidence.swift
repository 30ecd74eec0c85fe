internal import Prose
internal import ReceiptModel

extension ReportInput {
  /// Whose word stands behind "delivered" on a channel; the definitions of two channels are rarely the same.
  func proof(on channel: String, _ counts: Counts) -> Phrase {
    let traits = channelTable[channel]
    if !traits.measurable { return "opens only; nothing tells of the rest" }
    if !traits.arrivalIsDeviceEvidence { return "receipts of the extension, opens" }
    guard counts[.sent] > 0, counts[.ackEligible] == counts[.sent] else {
      let told: Phrase =
        channel.isEmpty ? "arrivals as logged" : "arrivals told by \(.text(channel, limit: 40))"
      return counts[.ackEligible] > 0 ? "\(told), on iOS receipts of the extension; opens" : "\(told), opens"
    }
    return "receipts of the extension, opens"
  }

  /// What to keep in mind where rates of channels stand side by side.
  static let definitionsDiffer: Phrase = """
    What counts as delivered is what the channel itself can tell, so the rates of two channels differ by their \
    definitions as well as by deliveries: compare a channel with itself at another time.
    """
}
