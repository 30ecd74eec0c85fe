import ReceiptModel

/// The first and last time of a log's events, and the rules by which their times were read.
struct ReceivedTimes {
  private var ruleCounts = InlineArray<7, Int>(repeating: 0)
  private var firstMilliseconds = Int64.max
  private var lastMilliseconds = Int64.min

  var first: Instant? {
    firstMilliseconds <= lastMilliseconds ? Instant(milliseconds: firstMilliseconds) : nil
  }

  var last: Instant? {
    firstMilliseconds <= lastMilliseconds ? Instant(milliseconds: lastMilliseconds) : nil
  }

  /// How many times were read by which rule.
  var rules: [TimeRule: Int] {
    var result: [TimeRule: Int] = [:]
    for (index, rule) in TimeRule.allCases.enumerated() where ruleCounts[index] > 0 {
      result[rule] = ruleCounts[index]
    }
    return result
  }

  /// Adds the times of other records of the same log.
  mutating func add(_ others: ReceivedTimes) {
    for index in ruleCounts.indices { ruleCounts[index] += others.ruleCounts[index] }
    firstMilliseconds = min(firstMilliseconds, others.firstMilliseconds)
    lastMilliseconds = max(lastMilliseconds, others.lastMilliseconds)
  }

  @inline(__always)
  mutating func note(_ time: ReceiptTime) {
    ruleCounts[time.rule.index] += 1
    firstMilliseconds = min(firstMilliseconds, time.milliseconds)
    lastMilliseconds = max(lastMilliseconds, time.milliseconds)
  }
}

extension TimeRule {
  fileprivate var index: Int {
    switch self {
    case .seconds: 0
    case .milliseconds: 1
    case .microseconds: 2
    case .nanoseconds: 3
    case .isoZone: 4
    case .localAssumed: 5
    case .logTime: 6
    }
  }
}
