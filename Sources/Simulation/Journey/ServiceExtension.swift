/// The iOS notification service extension reporting one push: three tries of 5 s with pauses of 1 s, 17 s in all.
///
/// A request may reach the server although its answer comes too late or never: then the next try is a second ack
/// of the same push, 6 or 12 s after the first.
enum ServiceExtension {
  static let tries = 3
  static let tryMilliseconds: Int64 = 5_000
  static let pauseMilliseconds: Int64 = 1_000

  /// Runs the extension from `start` on.
  ///
  /// - Parameter arrivals: gets the requests that reached the server.
  /// - Returns: when the banner shows.
  static func report(
    from start: Int64, network: UInt8, _ conditions: Conditions, _ chance: inout RandomStream,
    arrivals: inout [ReportArrival]
  ) -> Int64 {
    let (networkReach, roundTrip) = quality(ofNetwork: network)
    let reach = conditions.reach ?? networkReach
    var clock = start
    for attempt in 1...tries {
      let there = min(chance.logNormal(median: roundTrip, sigma: 0.5), tryMilliseconds - 100)
      if chance.happens(reach) {
        arrivals.append(ReportArrival(time: clock + there, attempt: UInt8(attempt)))
        if chance.happens(conditions.answer) { return clock + there }
      }
      clock += tryMilliseconds
      if attempt < tries { clock += pauseMilliseconds }
    }
    return clock
  }

  /// The chance that a request reaches the server, and how many milliseconds that takes as a rule.
  private static func quality(ofNetwork network: UInt8) -> (reach: Double, roundTrip: Double) {
    switch network {
    case 1: (0.985, 90)
    case 2: (0.98, 110)
    case 3: (0.93, 250)
    default: (0.75, 700)
    }
  }
}

/// A request of the extension that reached the server.
struct ReportArrival: Sendable {
  var time: Int64
  /// Which try it was, from 1.
  var attempt: UInt8
}
