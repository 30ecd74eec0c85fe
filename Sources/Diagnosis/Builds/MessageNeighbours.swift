import ReceiptModel

/// The messages of one AppKey, by when they were sent first.
struct MessageNeighbours {
  struct Comparison {
    var message: MessageCell
    /// The other messages it is compared with.
    var others: Counts
    /// Whether they were sent at nearly the same time.
    var isClose: Bool
  }

  /// Milliseconds.
  private static let near: Int64 = 3 * 3_600_000

  private let times: [Int64]
  /// The sums of all messages before each place in `times`, and of all.
  private let sums: [Counts]
  private let total: Counts

  init(_ messages: [MessageCell]) {
    let timed = messages.compactMap { message in
      message.firstSent.map { (time: $0.milliseconds, counts: message.counts) }
    }
    .sorted { $0.time < $1.time }
    times = timed.map(\.time)
    sums = timed.reduce(into: [Counts()]) { sums, message in
      var sum = sums[sums.count - 1]
      sum.add(message.counts)
      sums.append(sum)
    }
    total = messages.reduce(into: Counts()) { $0.add($1.counts) }
  }

  /// - Parameter least: ack-eligible sends of others that make the neighbours enough.
  /// - Returns: `nil` without others.
  func comparison(for message: MessageCell, least: Int) -> Comparison? {
    if let time = message.firstSent?.milliseconds {
      var others = sums[place(of: time + Self.near + 1)]
      others.add(sums[place(of: time - Self.near)], times: -1)
      others.add(message.counts, times: -1)
      if others[.ackEligible] >= least { return Comparison(message: message, others: others, isClose: true) }
    }
    var others = total
    others.add(message.counts, times: -1)
    guard others[.ackEligible] > 0 else { return nil }
    return Comparison(message: message, others: others, isClose: false)
  }

  /// How many messages were sent before a time.
  private func place(of time: Int64) -> Int { times.partitionPoint { $0 >= time } }
}
