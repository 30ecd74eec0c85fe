/// What can be flagged, by the names of the view `flags`.
enum FlagKind: String, CaseIterable {
  case overBudget = "ack_over_budget"
  case retried = "ack_retried"
  case timeout = "ack_timeout"
  case mismatch = "app_key_mismatch"
  case unknownKey = "app_key_unknown"
  case clockSkew = "clock_skew"
  case orphan = "orphan_ack"

  /// Whether flags are counted by their detail: it is one of a few.
  var isCountedByDetail: Bool { self == .timeout || self == .mismatch }
}

/// A flag of a delivery.
struct FoundFlag {
  var kind: FlagKind
  /// Its reference.
  var message: Int64
  var device: StoredDevice
  /// Its AppKey; of a mismatch the foreign one.
  var app: Int64
  /// Its first send; of a mismatch that of the sender's delivery.
  var sentAt: Int64?
  var detail: Detail

  enum Detail: Hashable {
    case none
    case word(Word)
    case milliseconds(Int64)
    /// The AppKey that sent what was answered.
    case sender(Int64)
  }

  /// How an ack fails to come in time; which answers the flag is about.
  enum Word: String { case late, lost, silent, ack = "ext_ack", opened, both = "ext_ack,opened" }
}
