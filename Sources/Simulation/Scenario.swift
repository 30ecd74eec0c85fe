package import ReceiptModel

/// What a simulated log should be like.
///
/// The same scenario always gives the same log.
package struct Scenario: Sendable, Equatable {
  package var seed: UInt64 = 1
  /// Lines of the log, repeats included: exactly as many are written, before defects other than the usual ones take
  /// lines away.
  package var events = 200_000
  /// Midnight UTC of the first day.
  package var start = Instant(milliseconds: 1_789_344_000_000)
  /// Days over which messages are sent; the last receipts come later.
  package var days = 7
  package var apps = SimulatedApp.defaults
  /// `nil`: one for every ten lines.
  package var devices: Int?
  /// Messages to many devices, at least; more when one would reach over 8,000.
  package var campaignsPerDay = 12
  /// Messages to a single device.
  package var transactionsPerDay = 40

  // Shares of deliveries.
  package var failures = 0.03
  /// Pushes that arrive, are switched on and get tapped.
  package var opens = 0.05
  package var dismissals = 0.05
  /// The same message sent to the same device a second time.
  package var resends = 0.002
  /// Deliveries whose `sent` is missing from the log.
  package var lostSends = 0.0005
  /// Deliveries with one more event of a type that nobody knows.
  package var unknownTypes = 0.001
  /// Messages to a single device that are logged without its id.
  package var anonymous = 0.0
  /// Campaigns with a name that needs escapes or quotes.
  package var awkwardNames = 0.01

  // Shares of lines.
  /// Written again, byte for byte, up to half an hour later.
  package var duplicates = 0.02
  /// Written up to an hour after their time.
  package var late = 0.01
  /// Written up to five seconds after their time.
  package var outOfOrder = 0.05

  /// Set by `inWorlds`.
  package internal(set) var worlds: Set<World> = []
  package var defects: Set<Defect> = Set(Defect.usual)
  package var defectSize = DefectSize.medium

  package init(seed: UInt64 = 1, events: Int = 200_000) {
    self.seed = seed
    self.events = events
  }
}

extension Scenario {
  /// About 2,000 lines over three days with something of everything: each event kind, unknown types, missing device
  /// ids, foreign AppKeys, repeats, disorder, escapes and non-ASCII values.
  package static func small(seed: UInt64) -> Scenario {
    var scenario = Scenario(seed: seed, events: 2_000)
    scenario.days = 3
    scenario.devices = 400
    scenario.transactionsPerDay = 20
    scenario.failures = 0.08
    scenario.opens = 0.25
    scenario.dismissals = 0.2
    scenario.resends = 0.03
    scenario.lostSends = 0.02
    scenario.unknownTypes = 0.06
    scenario.anonymous = 0.25
    scenario.awkwardNames = 0.4
    scenario.duplicates = 0.05
    scenario.late = 0.05
    scenario.outOfOrder = 0.2
    return scenario
  }

  /// The same with nothing wrong in it: no defect, no repeat, every line in its place.
  package var clean: Scenario {
    var scenario = self
    scenario.defects = []
    scenario.duplicates = 0
    scenario.late = 0
    scenario.outOfOrder = 0
    return scenario
  }
}
