package import ReceiptModel

/// How devices ack after the extension took long, compared with the same devices before that.
///
/// iOS may start an extension less often that has used up its time. A device on a bad network acks slowly and rarely,
/// so comparing devices with slow acks with others would find throttling everywhere. Instead the comparison stays
/// within one device, build and network, and leaves out the slow acks themselves. If nothing changes, the other pushes
/// of a device are acked as often before the first slow ack as after it, for their order is mere chance.
package struct Throttling: Equatable, Sendable {
  /// Devices with slow acks and pushes both before and after the first.
  package private(set) var devices = 0
  /// Ack rates before the first slow ack, and after one, two, three or more; slow acks themselves are left out.
  package private(set) var phases = Array(repeating: Rate(0, of: 0), count: 4)
  /// After any slow ack, against before, in the same devices.
  package private(set) var after = PairedRates()
  /// For devices that never acked slowly: their later half, against their earlier one.
  package private(set) var others = PairedRates()

  /// Milliseconds of an ack that took the extension into its third try, and not longer than the system lets it run:
  /// what takes longer has waited before the extension began.
  package static let slow: ClosedRange<Int64> = 12_000...30_000

  package init() {}

  /// The ack rates by phase on one build and network.
  private struct Stratum {
    var slice: Int
    var rates = InlineArray<4, Rate>(repeating: Rate(0, of: 0))

    mutating func add(_ push: DeviceHistory.Push, phase: Int) {
      rates[phase].numerator += push.isPromptlyAcked ? 1 : 0
      rates[phase].denominator += 1
    }

    func sum(_ phases: ClosedRange<Int>) -> Rate {
      phases.reduce(into: Rate(0, of: 0)) { $0.add(rates[$1]) }
    }
  }

  private static func isSlow(_ push: DeviceHistory.Push) -> Bool {
    push.isRetried || (push.latency.map(slow.contains) ?? false)
  }

  /// Takes the pushes of a device, in the order of their sends.
  mutating func add(_ pushes: [DeviceHistory.Push]) {
    guard pushes.count > 1, pushes.contains(where: { $0.ackedAt != nil }) else { return }
    var strata: [Stratum] = []
    var slowAcks = 0
    let isEverSlow = pushes.contains(where: Self.isSlow)
    for (index, push) in pushes.enumerated() {
      if Self.isSlow(push) {
        slowAcks += 1
        continue
      }
      let phase = isEverSlow ? min(slowAcks, 3) : index >= pushes.count / 2 ? 1 : 0
      let place = strata.firstIndex { $0.slice == push.slice } ?? strata.count
      if place == strata.count { strata.append(Stratum(slice: push.slice)) }
      strata[place].add(push, phase: phase)
    }
    for stratum in strata {
      if isEverSlow {
        after.add(after: stratum.sum(1...3), before: stratum.rates[0])
        for phase in 0...3 {
          phases[phase].numerator += stratum.rates[phase].numerator
          phases[phase].denominator += stratum.rates[phase].denominator
        }
      } else {
        others.add(after: stratum.rates[1], before: stratum.rates[0])
      }
    }
    if isEverSlow,
      strata.contains(where: { $0.rates[0].denominator > 0 && $0.sum(1...3).denominator > 0 })
    {
      devices += 1
    }
  }
}
