import ReceiptModel

/// What most visitors ask of a delivery, in plain numbers: who reads them copies nothing else.
struct PassedFacts: BitwiseCopyable, Sendable {
  var app: Int64 = 0
  /// Whether the log is counted at its cohort's time, or at its first event's when it is in no cohort.
  var isCounted = false
  private(set) var context: Int64 = 0
  private(set) var build: Int64 = 0
  private(set) var network: Int64 = 0
  private(set) var channel: Int64 = 0
  private(set) var hasDevice = false
  /// Whether there is anything that the delivery's row has no room for.
  private(set) var hasBesides = false
  private(set) var isAckEligible = false
  private(set) var isAcked = false
  private(set) var isOpened = false
  /// As of its state.
  private(set) var isUnsentAnswer = false
  private(set) var sentAt: Int64?
  private(set) var cohortTime: Int64?
  /// From the latest send not after the ack to it.
  private(set) var ackLatency: Int64?
  /// What it adds to the counters of its cohort once it is settled.
  private(set) var counts = CountSet(bits: 0)

  /// Takes over what follows from all else.
  mutating func fill(
    from state: borrowing DeliveryState, _ traits: ContextTraits, hasDevice: Bool, counts: CountSet
  ) {
    (context, build, network, channel) = (state.context, state.build, state.network, traits.channel)
    (self.hasDevice, hasBesides, isAckEligible) = (hasDevice, state.hasBesides, traits.isAckEligible)
    (isAcked, isOpened, isUnsentAnswer) = (state.has(.extAck), state.has(.opened), state.isUnsentAnswer)
    (sentAt, cohortTime, ackLatency) = (state.sentAt, state.cohortTime, state.latency(of: .extAck))
    self.counts = counts
  }

  /// Where the sums count it; `nil` where they do not.
  var countedCohort: Int64? { isCounted && hasDevice ? cohortTime : nil }

  /// What it adds to the counters of its cohort.
  ///
  /// - Parameter settledUntil: deliveries sent later have no timeout yet.
  func counts(settledUntil: Int64) -> CountSet {
    if let sentAt, sentAt > settledUntil { counts.beforeSettling } else { counts }
  }
}
