/// A counter of a message that somebody else keeps, beside the ledger's own count.
package struct ControlTotal: Equatable, Sendable {
  /// How the AppKey was found whose deliveries are counted.
  package enum Comparison: String, CaseIterable, Sendable {
    /// The record names it.
    case appKey = "app_key"
    /// It names none, and one AppKey sent the message.
    case onlySender = "only_sender"
    /// The message is a vendor's name of pushes of one AppKey.
    case vendorName = "vendor_name"
    /// It names none, and several did.
    case severalSenders = "several_senders"
    /// It names none, and the ledger holds no send of the message.
    case noSender = "no_sender"
  }

  /// Whose count it is.
  package var source: String
  /// Empty when none was found.
  package var appKey: String
  package var message: String
  package var kind: EventKind
  package var theirs: Int
  /// `nil` when it cannot be compared: several AppKeys sent it, or the ledger has no event of the kind at all.
  package var ours: Int?
  package var comparison: Comparison
  /// The first send, as far as it is known.
  package var sentAt: Instant?
  /// When they counted, which is how far `ours` is counted, too; `nil` when nobody says it.
  package var countedAt: Instant?

  package init(
    source: String, appKey: String, message: String, kind: EventKind, theirs: Int, ours: Int?,
    comparison: Comparison, sentAt: Instant?, countedAt: Instant? = nil
  ) {
    self.source = source
    self.appKey = appKey
    self.message = message
    self.kind = kind
    self.theirs = theirs
    self.ours = ours
    self.comparison = comparison
    self.sentAt = sentAt
    self.countedAt = countedAt
  }
}

/// Events of a message that name no device.
package struct Tally: Equatable, Sendable {
  /// Which log they are from.
  package var source: String
  /// Empty when the log names none.
  package var appKey: String
  package var message: String
  package var kind: EventKind
  package var count: Int
  package var first: Instant
  package var last: Instant
  /// The AppKey that sent the message; empty when none or several did.
  package var sentBy: String
  /// Deliveries that it sent; `nil` when the ledger has none.
  package var sends: Int?

  package init(
    source: String, appKey: String, message: String, kind: EventKind, count: Int, first: Instant,
    last: Instant, sentBy: String, sends: Int?
  ) {
    self.source = source
    self.appKey = appKey
    self.message = message
    self.kind = kind
    self.count = count
    self.first = first
    self.last = last
    self.sentBy = sentBy
    self.sends = sends
  }
}

/// What others know of the pushes of some days: none of it is in a rate.
package struct ExternalFacts: Equatable, Sendable {
  /// By AppKey and version.
  package var extensions: [ExtensionTimes] = []
  /// Most first.
  package var attachmentFailures: [AttachmentFailure] = []
  /// By source, AppKey, message and kind.
  package var totals: [ControlTotal] = []
  /// By source, AppKey, message and kind.
  package var tallies: [Tally] = []

  package init() {}

  package var isEmpty: Bool {
    extensions.isEmpty && attachmentFailures.isEmpty && totals.isEmpty && tallies.isEmpty
  }

  /// All runs together; `nil` without any.
  package var allRuns: ExtensionTimes? {
    guard !extensions.isEmpty else { return nil }
    return extensions.reduce(into: ExtensionTimes(appKey: "", appVersion: "")) { $0.add($1) }
  }
}
