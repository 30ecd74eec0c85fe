package import ReceiptModel

/// What is certain about one ack, as bounds: which of the extension's tries it can be of, and how long the push waited
/// before the extension started.
///
/// The clock of the tries starts with the extension, and the log does not hold that moment. The time from send to ack
/// only bounds how much time there was at most. So an ack within 1 s leaves room for the first try only, since the
/// pause before the second alone takes that long. How late a first try can be is not bounded: the push may have waited.
/// All of it assumes that both stamps are of one clock, and that every send is in the log.
package struct TryBounds: Equatable, Sendable {
  package var ack: PushEvent
  /// Milliseconds from send to ack, or `nil` without a send before the ack.
  ///
  /// The least counts from the latest send and the most from the earliest, since with several sends nobody knows which
  /// one is answered; both include what the resolution of the stamps leaves open.
  package var latency: ClosedRange<Int64>?
  /// The tries it can be of, from 1; others are impossible under the schedule.
  package var tries: ClosedRange<Int>
  /// Milliseconds that passed at least before the extension started; 0 when nothing follows.
  ///
  /// The tries take 17 s at most, but the extension may work before them, on an image for example. Only the system's limit
  /// bounds both together.
  package var leastWait: Int64

  /// The bounds of each ack, in the order of their times.
  ///
  /// - Parameters:
  ///   - acks: of one delivery, under one AppKey.
  ///   - sends: of the delivery they answer.
  package static func of(_ acks: [PushEvent], sends: [Instant], _ schedule: RetrySchedule) -> [TryBounds] {
    let acks = acks.sorted { $0.at < $1.at }
    let times = AckTimes(acks.map(\.at.milliseconds), sends: sends.map(\.milliseconds).sorted())
    return acks.indices.map { place in
      let at = times.acks[place]
      let before = times.sends[..<times.sendsBefore[place]]
      var tries = 1...schedule.tries
      var latency: ClosedRange<Int64>?
      if let first = before.first, let last = before.last {
        let most = at + AckTimes.resolution(at) - first
        latency = min(at - last - AckTimes.resolution(last), most)...most
        // Try k cannot begin before k - 1 pauses are over.
        tries = 1...min(schedule.tries, max(1, Int(clamping: most / schedule.pause) + 1))
      }
      // Each of two sends may have been answered once, which is no retry.
      if before.count == 1 {
        let others = times.distinctTries(around: place, schedule.retryGap)
        if others.before + 1 + others.after <= schedule.tries {
          let low = 1 + others.before
          tries = low...max(low, min(tries.upperBound, schedule.tries - others.after))
        }
      }
      return TryBounds(
        ack: acks[place], latency: latency, tries: tries,
        leastWait: max(0, (latency?.lowerBound ?? 0) - schedule.systemLimit))
    }
  }
}

extension [TryBounds] {
  /// Whether one of the acks cannot be of a first try: then a retry is proven.
  var proveRetry: Bool { contains { $0.tries.lowerBound > 1 } }
}
