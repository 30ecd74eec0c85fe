package import ReceiptModel

/// The `event_type` names a simulated log uses.
package enum EventType: UInt8, CaseIterable, Sendable {
  case sent, sendFailed, arrive, arriveFail, extAck
  case open, click, delete, dismiss
  /// Names that Alibaba does not use, as another service or a later version might.
  case accepted, displayed, expired, dropped, smsSent, recalled

  /// What stands in the log.
  package var rawName: String {
    switch self {
    case .sent: "sent"
    case .sendFailed: "sent_fail"
    case .arrive: "arrive"
    case .arriveFail: "arrive_fail"
    case .extAck: "ext_ack"
    case .open: "open"
    case .click: "click"
    case .delete: "delete"
    case .dismiss: "dismiss"
    case .accepted: "accepted"
    case .displayed: "displayed"
    case .expired: "expired"
    case .dropped: "dropped"
    case .smsSent: "sms_sent"
    case .recalled: "消息撤回"
    }
  }

  /// What an importer should make of it with the default table of names.
  package var kind: EventKind {
    switch self {
    case .sent: .sent
    case .sendFailed: .sendFailed
    case .arrive: .arrived
    case .arriveFail: .arriveFailed
    case .extAck: .extAck
    case .open, .click: .opened
    case .delete, .dismiss: .dismissed
    case .accepted, .displayed, .expired, .dropped, .smsSent, .recalled: .other
    }
  }

  /// The types an importer does not know.
  static let unknown = allCases.filter { $0.kind == .other }
}
