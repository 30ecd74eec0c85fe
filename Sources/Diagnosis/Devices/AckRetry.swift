/// A request of the extension that reached the server although the extension had given it up.
enum AckRetry {
  /// Milliseconds from one ack of a delivery to another: the extension tries again 6 s after it began to wait, and once
  /// more after 12 s; requests and clocks are not exact.
  static let gap: ClosedRange<Int64> = 4_000...18_000

  /// Whether two acks of a delivery are so far apart that one is a second try.
  static func isProved(first: Int64?, further: [Int64]) -> Bool {
    guard let first, !further.isEmpty else { return false }
    let times = ([first] + further).sorted()
    var later = 0
    for time in times {
      while later < times.count, times[later] - time < gap.lowerBound { later += 1 }
      if later < times.count, times[later] - time <= gap.upperBound { return true }
    }
    return false
  }
}
