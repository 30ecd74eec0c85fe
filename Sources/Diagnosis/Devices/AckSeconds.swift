/// First acks by the whole seconds they took from the send.
package struct AckSeconds: Equatable, Sendable {
  /// Before the send, 0 s, 1 s, … 60 s, from 61 s on.
  private var counts = Array(repeating: 0, count: 63)

  package init() {}

  package mutating func add(milliseconds: Int64) {
    let place = milliseconds < 0 ? 0 : min(milliseconds / 1000, 61) + 1
    counts[Int(place)] += 1
  }

  /// - Parameter factor: -1 takes away what was added.
  mutating func add(_ other: AckSeconds, times factor: Int = 1) {
    for place in counts.indices { counts[place] += factor * other.counts[place] }
  }

  /// How many lie in whole seconds from 0 to 60.
  package subscript(seconds: ClosedRange<Int>) -> Int {
    counts[seconds.clamped(to: 0...60).lowerBound + 1...seconds.clamped(to: 0...60).upperBound + 1]
      .reduce(0, +)
  }

  /// Acks that are stamped before their send.
  package var negative: Int { counts[0] }
  /// Acks from 61 s on.
  package var beyond: Int { counts[62] }

  /// Acks in the time of the extension's first try, if it began with the send: 0 to 5 s.
  package var firstTry: Int { self[0...5] }
  /// Acks in the times of its second and third try: 6 to 17 s.
  package var laterTries: Int { self[6...17] }

  static func isInBudget(_ milliseconds: Int64) -> Bool { (0..<18_000).contains(milliseconds) }
  static func isLaterTry(_ milliseconds: Int64) -> Bool { (6_000..<18_000).contains(milliseconds) }
}
