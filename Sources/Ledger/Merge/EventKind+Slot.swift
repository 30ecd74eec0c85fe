import ReceiptModel

extension EventKind {
  /// `rawValue` as this module can see through it: a call to another module for every kind of every delivery was a
  /// tenth of merging.
  @inline(__always)
  var slot: Int {
    switch self {
    case .accepted: 0
    case .sent: 1
    case .sendFailed: 2
    case .arrived: 3
    case .arriveFailed: 4
    case .extAck: 5
    case .displayed: 6
    case .opened: 7
    case .dismissed: 8
    case .dropped: 9
    case .expired: 10
    case .other: 11
    }
  }

  /// The kind of that slot.
  @inline(__always)
  init(slot: UInt8) {
    switch slot {
    case 0: self = .accepted
    case 1: self = .sent
    case 2: self = .sendFailed
    case 3: self = .arrived
    case 4: self = .arriveFailed
    case 5: self = .extAck
    case 6: self = .displayed
    case 7: self = .opened
    case 8: self = .dismissed
    case 9: self = .dropped
    case 10: self = .expired
    default: self = .other
    }
  }
}
