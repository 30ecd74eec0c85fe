extension Schema {
  /// The tables of deliveries that are told under another name, and what follows from that.
  static let linkTableNames = ["link", "linked_event", "link_pending"]

  static let linkedEventTable = """
    -- Events that stand in a delivery only because of a link: no log of its own tells them. reason_ref: the reason that
    -- the log gives a failed arrival, which counts where the delivery has none of its own; else 0.
    CREATE TABLE linked_event(message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL,
      kind INTEGER NOT NULL, at_ms INTEGER NOT NULL, reason_ref INTEGER NOT NULL,
      PRIMARY KEY(message_ref, device, app_ref, kind, at_ms)) STRICT, WITHOUT ROWID;
    """

  /// `link` and `linked_event` are functions of events, aliases and tokens; `verify` computes them again.
  static let linkTables = """
    CREATE INDEX alias_by_message ON alias(message_ref, device);
    -- Deliveries whose message id is another's name for a message, with the delivery that is meant.
    -- state: by the order of LinkState; how: by that of LinkReason; target_*: NULL unless joined.
    CREATE TABLE link(message_ref INTEGER NOT NULL, device ANY NOT NULL, app_ref INTEGER NOT NULL, space TEXT NOT NULL,
      state INTEGER NOT NULL, how INTEGER NOT NULL, target_message INTEGER, target_device ANY, target_app INTEGER,
      PRIMARY KEY(message_ref, device, app_ref)) STRICT, WITHOUT ROWID;
    CREATE INDEX link_by_target ON link(target_message, target_device, target_app) WHERE state = 0;
    CREATE INDEX link_by_device ON link(device);
    \(linkedEventTable)
    -- Messages whose links have to be looked at again before an import is complete; -1: all.
    CREATE TABLE link_pending(message_ref INTEGER PRIMARY KEY) STRICT;
    """
}

/// What became of a delivery that is told under another name.
///
/// Stored: never renumber.
package enum LinkState: Int, CaseIterable, Sendable {
  case joined, ambiguous, unknown

  package var name: String {
    switch self {
    case .joined: "joined"
    case .ambiguous: "ambiguous"
    case .unknown: "unknown"
    }
  }
}

/// Why a delivery was joined or not.
///
/// Stored: never renumber, only append.
package enum LinkReason: Int, CaseIterable, Sendable {
  /// It names the device of the delivery that is meant.
  case device
  /// The map of tokens says which device its token stood for.
  case token
  /// The name stands for this delivery and no other.
  case onlyDelivery
  /// More than one delivery could be meant.
  case severalDeliveries
  /// The token stood for several devices at the time.
  case tokenOfSeveralDevices
  /// The name stands for too many messages to be one.
  case nameOfManyMessages
  /// Nothing says which device it is of.
  case unknownDevice
  /// The name does not stand for a delivery on that device.
  case otherDevice
  /// The delivery that the name stands for is not in the ledger.
  case noDelivery

  package var name: String {
    switch self {
    case .device: "device"
    case .token: "token"
    case .onlyDelivery: "only_delivery"
    case .severalDeliveries: "several_deliveries"
    case .tokenOfSeveralDevices: "token_of_several_devices"
    case .nameOfManyMessages: "name_of_many_messages"
    case .unknownDevice: "unknown_device"
    case .otherDevice: "other_device"
    case .noDelivery: "no_delivery"
    }
  }

  /// The names in SQL, by the number in `column`.
  static func sql(_ column: String) -> String {
    "CASE \(column) \(allCases.map { "WHEN \($0.rawValue) THEN '\($0.name)'" }.joined(separator: " ")) END"
  }
}

extension LinkState {
  /// The names in SQL, by the number in `column`.
  static func sql(_ column: String) -> String {
    "CASE \(column) \(allCases.map { "WHEN \($0.rawValue) THEN '\($0.name)'" }.joined(separator: " ")) END"
  }
}
