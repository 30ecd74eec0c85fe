package import ReceiptModel

/// What is certain about one ack, as bounds: which of the extension's tries it can be of, and how long the push waited
/// before the extension started.
///
/// The clock of the tries starts with the extension, and the log does not hold that moment. From send to ack it is
/// known how much time there was at most; so an ack within 1 s leaves room for the first try only, since the pause
/// before the second alone takes that long. How late a first try can be is not bounded: the push may have waited.
/// All of it takes both stamps to be of one clock, and every send to be in the log.
package struct TryBounds: Equatable, Sendable {
  package var ack: PushEvent
  /// Milliseconds from send to ack, or `nil` without a send before the ack.
  ///
  /// The least from the latest send and the most from the earliest, since with several sends it is not known which one
  /// is answered; with what the resolution of the stamps leaves open.
  package var latency: ClosedRange<Int64>?
  /// The tries it can be of, from 1; others are impossible under the schedule.
  package var tries: ClosedRange<Int>
  /// Milliseconds that passed at least before the extension started, if it kept to the schedule; 0 when nothing follows.
  package var leastWait: Int64

  /// The bounds of each ack, in the order of their times.
  ///
  /// - Parameters:
  ///   - acks: of one delivery, under one AppKey.
  ///   - sends: of the delivery they answer.
  package static func of(_ acks: [PushEvent], sends: [Instant], _ schedule: RetrySchedule) -> [TryBounds] {
    let acks = acks.sorted { $0.at < $1.at }
    return acks.indices.map { place in
      let at = acks[place].at.milliseconds
      let open = resolution(at)
      let before = sends.map(\.milliseconds).filter { $0 <= at + open }
      var tries = 1...schedule.tries
      var latency: ClosedRange<Int64>?
      if let first = before.min(), let last = before.max() {
        let most = at + open - first
        latency = min(at - last - resolution(last), most)...most
        // Try k cannot begin before k - 1 pauses are over.
        tries = 1...min(schedule.tries, max(1, Int(clamping: most / schedule.pause) + 1))
      }
      // Of two sends each may have been answered once, which is no retry.
      if before.count == 1 {
        let others = distinctTries(around: place, acks.map(\.at.milliseconds), sends, schedule)
        if others.before + 1 + others.after <= schedule.tries {
          let low = 1 + others.before
          tries = low...max(low, min(tries.upperBound, schedule.tries - others.after))
        }
      }
      return TryBounds(
        ack: acks[place], latency: latency, tries: tries,
        leastWait: max(0, (latency?.lowerBound ?? 0) - schedule.budget))
    }
  }

  /// How many acks before and after one must be of other tries of the same start.
  private static func distinctTries(
    around place: Int, _ times: [Int64], _ sends: [Instant], _ schedule: RetrySchedule
  ) -> (before: Int, after: Int) {
    func chain(_ others: some Sequence<Int>) -> Int {
      var (count, last) = (0, times[place])
      for other in others {
        // A later ack may answer a later send.
        guard abs(times[other] - times[place]) <= schedule.retryGap.upperBound,
          sends.count(where: { $0.milliseconds <= times[other] + resolution(times[other]) }) == 1
        else { break }
        guard abs(times[other] - last) >= schedule.retryGap.lowerBound else { continue }
        count += 1
        last = times[other]
      }
      return count
    }
    return (chain(times.indices[..<place].reversed()), chain(times.indices[(place + 1)...]))
  }

  /// How much later than its stamp an event may have been: a stamp in whole seconds may have been cut.
  private static func resolution(_ milliseconds: Int64) -> Int64 { milliseconds % 1_000 == 0 ? 999 : 0 }
}

extension [TryBounds] {
  /// Whether one of the acks cannot be of a first try: then a retry is proven.
  var proveRetry: Bool { contains { $0.tries.lowerBound > 1 } }
}
