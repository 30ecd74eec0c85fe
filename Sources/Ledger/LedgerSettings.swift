import ReceiptModel

/// What the rollups and flags take for granted; after a change the ledger computes the rollups again.
package struct LedgerSettings: Equatable, Sendable {
  /// How long after a send its receipts may still be on their way through the log, in milliseconds.
  package var settle: Int64 = 15 * 60_000
  /// The system's limit for a notification service extension, in milliseconds.
  package var ackTimeout: Int64 = 30_000
  /// The extension SDK's own budget for its receipt: 3 tries of 5 s and 2 pauses of 1 s, in milliseconds.
  package var ackBudget: Int64 = 17_000
  /// AppKeys that are known to be the user's own.
  package var appKeys: [String] = []
  /// Channels, in lower case, whose arrival only says that a gateway took the push.
  package var gatewayArrivals = channels { !$0.arrivalIsDeviceEvidence }
  /// Channels, in lower case, that give no receipt for a push nobody touches.
  package var unmeasurable = channels { !$0.measurable }
  /// Channels, in lower case, on which no receipt of an extension is expected before one has come.
  package var withoutReceipts = channels { !$0.extensionReceipts }

  private static func channels(_ isOne: (ChannelTable.Traits) -> Bool) -> Set<String> {
    Set(ChannelTable().entries.filter { isOne($0.value) }.keys)
  }

  package init() {}

  /// Whether the device can run an extension.
  func runsExtension(platform: String, channel: String) -> Bool {
    platform.lowercased() == "ios" || channel.lowercased() == "apns"
  }

  /// Whether an extension receipt can be expected of a delivery, of whose message nothing else is known.
  func isAckEligible(platform: String, channel: String) -> Bool {
    runsExtension(platform: platform, channel: channel) && !withoutReceipts.contains(channel.lowercased())
  }

  func arrivalIsEvidence(platform: String, channel: String) -> Bool {
    platform.lowercased() != "ios" && !gatewayArrivals.contains(channel.lowercased())
  }

  /// What follows from a context, in the order of the table's columns.
  func contextTraits(platform: String, channel: String) -> [Int64] {
    [
      runsExtension(platform: platform, channel: channel) ? 1 : 0,
      isAckEligible(platform: platform, channel: channel) ? 1 : 0,
      arrivalIsEvidence(platform: platform, channel: channel) ? 1 : 0,
    ]
  }

  func isMeasurable(channel: String) -> Bool { !unmeasurable.contains(channel.lowercased()) }
}
