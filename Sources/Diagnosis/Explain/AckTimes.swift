import ReceiptModel

/// The acks and sends of one delivery by their times, milliseconds UTC, in order.
///
/// A client without end can send thousands of acks, so nothing here looks at all of them for each.
struct AckTimes {
  let acks: [Int64]
  let sends: [Int64]
  /// For each ack, how many sends it may answer.
  let sendsBefore: [Int]
  /// For each ack, the places of the nearest acks, from it on and up to it, that may answer no send or several.
  private let nextOfOthers: [Int]
  private let previousOfOthers: [Int]

  init(_ acks: [Int64], sends: [Int64]) {
    (self.acks, self.sends) = (acks, sends)
    let sendsBefore = acks.map { ack in sends.partitionPoint { $0 > ack + Self.resolution(ack) } }
    var next = Array(repeating: acks.count, count: acks.count)
    var previous = Array(repeating: -1, count: acks.count)
    for place in acks.indices {
      previous[place] = sendsBefore[place] != 1 ? place : place > 0 ? previous[place - 1] : -1
    }
    for place in acks.indices.reversed() {
      next[place] = sendsBefore[place] != 1 ? place : place + 1 < acks.count ? next[place + 1] : acks.count
    }
    (self.sendsBefore, nextOfOthers, previousOfOthers) = (sendsBefore, next, previous)
  }

  /// The number of acks before and after one that must be of other tries of the same start: each a gap from the one
  /// before it, up to the first that may answer another send.
  func distinctTries(around place: Int, _ gap: ClosedRange<Int64>) -> (before: Int, after: Int) {
    let end = place + 1 < acks.count ? nextOfOthers[place + 1] : acks.count
    var (after, last) = (0, place)
    while true {
      let other = acks.partitionPoint { $0 >= acks[last] + gap.lowerBound }
      guard other < end, acks[other] - acks[place] <= gap.upperBound else { break }
      (after, last) = (after + 1, other)
    }
    let start = place > 0 ? previousOfOthers[place - 1] : -1
    var before = 0
    last = place
    while true {
      let other = acks.partitionPoint { $0 > acks[last] - gap.lowerBound } - 1
      guard other > start, acks[place] - acks[other] <= gap.upperBound else { break }
      (before, last) = (before + 1, other)
    }
    return (before, after)
  }

  /// How much later than its stamp an event may have been: a stamp in whole seconds may have been cut.
  static func resolution(_ milliseconds: Int64) -> Int64 { milliseconds % 1_000 == 0 ? 999 : 0 }
}
