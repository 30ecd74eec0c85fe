import Assets
package import ReceiptModel

/// What the rules look at: plain values, so that every rule is a function that a test can call.
package struct Evidence: Sendable {
  /// The days that are judged, and "now".
  package var scope: CohortScope
  /// Counters by AppKey and channel; `day` is the place in `history`.
  package var cells: [CohortCell]
  /// The days of `cells`: those that are judged and what went before.
  package var history: [DaySpan]
  /// Counters by AppKey, app version and OS version of the judged days.
  package var versions: CohortCells
  /// Those of `pastCounters` of the days before them, all in one.
  package var pastVersions: CohortCells
  /// UTC hours from the first day of `history` to the end of the judged days; the first and last may be cut.
  ///
  /// None is from before the ledger's first event, nor from after as-of and the last event.
  package var hours: [DaySpan]
  /// Counters by AppKey and channel, with latencies; `day` is the place in `hours`.
  package var hourCells: [CohortCell]
  /// Those of `hourCounters` by AppKey and app version, which is the only part; `day` is the place in `hours`.
  package var buildHours: CohortCells
  /// The same by AppKey and OS version.
  package var systemHours: CohortCells
  /// Failures by AppKey, channel, kind and reason; `day` is the place in `hours`.
  package var failures: [FailureCell]
  /// Events by AppKey, kind and hour, over `hours`.
  package var eventHours: [EventHour]
  /// Counters of each message of the judged days.
  package var messages: JudgedMessages
  /// Sends of messages of the judged days that went to many devices of several app versions and that none acked, by
  /// the day of the first send, AppKey, app version and OS version; only `ackEligible` is counted.
  package var unanswered: CohortCells = []
  /// Messages of the judged days of which payloads or push types are known.
  package var payloads: [MessagePayload]
  /// The deliveries of the judged days, with those of one device beside each other.
  package var devices: DeviceFacts
  /// Ack-eligible sends, acks and opens by AppKey, network type and app version, of the deliveries of `devices`.
  package var networks: [CohortCell] = []
  /// Answers under foreign AppKeys, of the judged days.
  package var mismatches: [MismatchFacts]
  /// Flags of the judged days.
  package var flags: [FlagCount]
  package var health: Health
  /// What others know of the pushes of the judged days.
  package var beside = ExternalFacts()
  /// What failure reasons mean.
  package var reasons = FailureReasons.builtIn
  /// Milliseconds after which its counters take an ack for timed out.
  package var ackTimeout: Int64 = 30_000
  /// AppKeys of the configuration.
  package var configuredKeys: [String]
  /// The present by the clock; `nil` when as-of was named, and then nothing is stale.
  package var clock: Instant?
  package var limits: Limits
  /// `comparisons`, once they are made.
  private var compared: Comparisons?

  package init(
    scope: CohortScope, cells: [CohortCell] = [], history: [DaySpan]? = nil, versions: CohortCells = [],
    flags: [FlagCount] = [], health: Health = Health(), clock: Instant? = nil, limits: Limits = Limits()
  ) {
    self.scope = scope
    self.cells = cells
    self.history = history ?? scope.days
    self.versions = versions
    self.flags = flags
    self.health = health
    self.clock = clock
    self.limits = limits
    pastVersions = []
    hours = []
    hourCells = []
    buildHours = []
    systemHours = []
    failures = []
    eventHours = []
    messages = []
    payloads = []
    devices = DeviceFacts()
    mismatches = []
    configuredKeys = []
  }

  /// The counters of `pastVersions` that are looked at: there may be as many cells as deliveries.
  package static let pastCounters: [Count] = [
    .deliveries, .ackEligible, .eligibleAcked, .eligibleOpened, .timeoutLate, .mismatch,
  ]

  /// Those of `buildHours` and `systemHours`.
  package static let hourCounters: [Count] = [
    .deliveries, .sent, .ackEligible, .eligibleAcked, .opened, .measurable, .measurableConfirmed,
    .eligibleOpened, .openedUnacked, .mismatch,
  ]

  /// What several rules compare.
  var comparisons: Comparisons { compared ?? Comparisons(self) }

  /// The same with `comparisons` at hand; what is changed in it afterwards does not change them.
  func withComparisons() -> Evidence {
    var evidence = self
    evidence.compared = Comparisons(self)
    return evidence
  }
}
