import ReceiptModel

/// The messages of one AppKey, by when they were sent first.
struct MessageNeighbours {
  struct Comparison {
    var message: MessageCell
    /// The ack rate of the other messages that it is compared with.
    var others: Rate
    /// Whether they were sent at nearly the same time.
    var isClose: Bool
  }

  /// Milliseconds.
  private static let near: Int64 = 3 * 3_600_000

  private let times: [Int64]
  /// The sums of all messages before each place in `times`, and of all.
  private let sums: [Rate]
  private let total: Rate

  init(_ messages: MessageCells, _ places: Range<Int>) {
    let rates = places.map { place in
      (sent: messages.firstSent(at: place), rate: Metric.ackRate.rate(messages.counts(at: place)))
    }
    let timed = rates.compactMap { message in message.sent.map { (time: $0, rate: message.rate) } }
      .sorted { $0.time < $1.time }
    times = timed.map(\.time)
    sums = timed.reduce(into: [Rate(0, of: 0)]) { sums, message in
      var sum = sums[sums.count - 1]
      sum.add(message.rate)
      sums.append(sum)
    }
    total = rates.reduce(into: Rate(0, of: 0)) { $0.add($1.rate) }
  }

  /// - Parameter least: ack-eligible sends of others that make the neighbours enough.
  /// - Returns: `nil` without others.
  func comparison(for message: MessageCell, least: Int) -> Comparison? {
    let own = Metric.ackRate.rate(message.counts)
    if let time = message.firstSent?.milliseconds {
      var others = sums[place(of: time + Self.near + 1)]
      others.add(sums[place(of: time - Self.near)], times: -1)
      others.add(own, times: -1)
      if others.denominator >= least { return Comparison(message: message, others: others, isClose: true) }
    }
    var others = total
    others.add(own, times: -1)
    guard others.denominator > 0 else { return nil }
    return Comparison(message: message, others: others, isClose: false)
  }

  /// How many messages were sent before a time.
  private func place(of time: Int64) -> Int { times.partitionPoint { $0 >= time } }
}
