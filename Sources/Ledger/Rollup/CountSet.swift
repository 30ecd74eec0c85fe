import ReceiptModel

/// The counters that one delivery adds 1 to: a bit for each `Count`.
struct CountSet: Equatable {
  private(set) var bits: UInt32 = 0

  @inline(__always)
  mutating func insert(_ count: Count) { insert(count, if: true) }

  /// Inserts a counter under a condition, without a branch.
  @inline(__always)
  mutating func insert(_ count: Count, if condition: Bool) {
    bits |= (condition ? 1 : 0) << UInt32(count.place)
  }
}

extension Count {
  /// `rawValue`, which another module cannot see through.
  @inline(__always)
  fileprivate var place: Int {
    switch self {
    case .deliveries: 0
    case .accepted: 1
    case .sent: 2
    case .sendFailed: 3
    case .arrived: 4
    case .arriveFailed: 5
    case .ackEligible: 6
    case .acked: 7
    case .eligibleAcked: 8
    case .displayed: 9
    case .opened: 10
    case .dismissed: 11
    case .confirmed: 12
    case .measurable: 13
    case .measurableConfirmed: 14
    case .eligibleOpened: 15
    case .openedUnacked: 16
    case .timeoutLate: 17
    case .timeoutLost: 18
    case .timeoutSilent: 19
    case .overBudget: 20
    case .mismatch: 21
    }
  }
}
