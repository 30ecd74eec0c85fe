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
  private static let hour: Int64 = 3_600_000

  /// When each was sent first, in order, with the sum of those before it.
  private var sent: [(time: Int64, before: Rate)] = []
  private var total = Rate(0, of: 0)
  /// The sum of those whose first send is known.
  private var timed = Rate(0, of: 0)

  init(_ messages: JudgedMessages, of appKey: String) {
    for place in messages.cells.places(of: appKey) {
      add(messages.cells.counts(at: place), sentAt: messages.cells.firstSent(at: place))
    }
    for group in messages.small where group.appKey.hasSameBytes(as: appKey) {
      add(group.counts, sentAt: group.start)
    }
    sent.sort { $0.time < $1.time }
    for place in sent.indices {
      let rate = sent[place].before
      sent[place].before = timed
      timed.add(rate)
    }
  }

  private mutating func add(_ counts: Counts, sentAt time: Int64?) {
    let rate = Metric.ackRate.rate(counts)
    total.add(rate)
    if let time { sent.append((time, rate)) }
  }

  /// - Parameter least: ack-eligible sends of others that make the neighbours enough.
  /// - Returns: `nil` without others.
  func comparison(for message: MessageCell, least: Int) -> Comparison? {
    let own = Metric.ackRate.rate(message.counts)
    if let time = message.firstSent?.milliseconds {
      let others = others(than: own, within: Self.near, of: time)
      if others.denominator >= least { return Comparison(message: message, others: others, isClose: true) }
    }
    var others = total
    others.add(own, times: -1)
    guard others.denominator > 0 else { return nil }
    return Comparison(message: message, others: others, isClose: false)
  }

  /// Whether any other push that was sent within an hour of a message's first was acked.
  func areAcked(near message: MessageCell) -> Bool {
    guard let time = message.firstSent?.milliseconds else { return false }
    return others(than: Metric.ackRate.rate(message.counts), within: Self.hour, of: time).numerator > 0
  }

  /// Whether any push that was sent after a message's first, and within a day, was acked.
  func areAcked(after message: MessageCell) -> Bool {
    guard let time = message.firstSent?.milliseconds else { return false }
    var later = sum(before: time + 24 * Self.hour + 1)
    later.add(sum(before: time + 1), times: -1)
    return later.numerator > 0
  }

  private func others(than own: Rate, within span: Int64, of time: Int64) -> Rate {
    var others = sum(before: time + span + 1)
    others.add(sum(before: time - span), times: -1)
    others.add(own, times: -1)
    return others
  }

  /// The sum of the messages that were sent before a time.
  private func sum(before time: Int64) -> Rate {
    let place = sent.partitionPoint { $0.time >= time }
    return place < sent.count ? sent[place].before : timed
  }
}
