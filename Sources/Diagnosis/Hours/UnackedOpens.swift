import ReceiptModel

/// Opened pushes, and those of them without an ack: these have arrived, so their acks are lost.
///
/// Unlike the acks of sent pushes they hardly depend on whom a campaign goes to, and nobody opens a silent push.
struct UnackedOpens: Sendable {
  private(set) var unacked: Int
  private(set) var opened: Int

  init(_ unacked: Int = 0, of opened: Int = 0) { (self.unacked, self.opened) = (unacked, opened) }

  init(_ counts: Counts) { self.init(counts[.openedUnacked], of: counts[.eligibleOpened]) }

  mutating func add(_ other: UnackedOpens) {
    unacked += other.unacked
    opened += other.opened
  }

  /// The chance of so many without an ack, if they are like those before, and as if of ten more half a one had none.
  func chance(after before: UnackedOpens) -> Double {
    Chance.ofAtLeast(
      unacked, of: opened, hits: 0.5 + Double(before.unacked),
      misses: 9.5 + Double(before.opened - before.unacked))
  }
}
