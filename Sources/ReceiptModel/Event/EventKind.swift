/// What happened to one push on one device, in the words of the ledger.
///
/// The raw values are stored in the ledger: never renumber, only append.
package enum EventKind: UInt8, CaseIterable, Sendable {
  case accepted, sent, sendFailed, arrived, arriveFailed, extAck, displayed, opened, dismissed, dropped
  case expired
  /// A type this program does not know; its raw name is kept beside it.
  case other

  /// The kinds of which a delivery row keeps the first time; `other` is only ever kept beside it.
  package static let timed: [EventKind] = allCases.filter { $0 != .other }

  /// The public name, such as `ext_ack` or `send_failed`.
  package var name: String {
    switch self {
    case .accepted: "accepted"
    case .sent: "sent"
    case .sendFailed: "send_failed"
    case .arrived: "arrived"
    case .arriveFailed: "arrive_failed"
    case .extAck: "ext_ack"
    case .displayed: "displayed"
    case .opened: "opened"
    case .dismissed: "dismissed"
    case .dropped: "dropped"
    case .expired: "expired"
    case .other: "other"
    }
  }

  package init?(name: some StringProtocol) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// Whether an event of this kind carries the failure reason of its delivery.
  package var isFailure: Bool { self == .sendFailed || self == .arriveFailed }
}
