import Assets
package import Prose
package import ReceiptModel

/// What is said about one delivery.
package struct DeliveryExplanation: Equatable, Sendable {
  /// The AppKey that sent it, or the only one that has events of it.
  package var appKey: String
  /// AppKeys that answered and never sent it.
  package var foreignKeys: [String]
  package var traits: DeliveryTraits
  package var stage: DeliveryStage
  package var verdict: DeliveryVerdict
  /// What the verdict rests on.
  package var grounds: [Ground]
  /// What else could look the same.
  package var rivals: [Rival]
  /// What to do first; `nil` when there is nothing to do.
  package var nextStep: Phrase?
  /// Bounds for each ack, those under foreign AppKeys too.
  package var tries: [TryBounds]
  /// What the extension's own log says.
  package var runs: [ExtensionExecution]
  package var findings: ConcernedFindings
}

/// One thing that a verdict rests on: a number, or events.
package struct Ground: Equatable, Sendable {
  package var text: Phrase
  /// The events it names; all are in the timeline.
  package var events: [PushEvent]

  init(_ text: Phrase, _ events: [PushEvent] = []) {
    self.text = text
    self.events = events
  }
}

/// What is said about one message on one device.
package struct PushExplanation: Equatable, Sendable {
  package var messageID: String
  package var deviceID: String
  /// Every event under every AppKey, by time.
  package var timeline: [PushEvent]
  /// One for each AppKey that sent it; for each with events when none did.
  package var deliveries: [DeliveryExplanation]
}

/// What judgements about single pushes need besides the facts.
package struct ExplainSettings: Sendable {
  /// "Now" for every judgement.
  package var asOf: Instant
  /// How long receipts may still be on their way, milliseconds.
  package var settle: Int64
  package var schedule: RetrySchedule
  package var limits: Evidence.Limits
  /// What failure reasons mean.
  package var reasons: FailureReasons
  /// What judgements found that the ledger keeps.
  package var judged: [JudgedDay]

  package init(
    asOf: Instant, settle: Int64, schedule: RetrySchedule = RetrySchedule(),
    limits: Evidence.Limits = Evidence.Limits(), reasons: FailureReasons = .builtIn, judged: [JudgedDay] = []
  ) {
    self.asOf = asOf
    self.settle = settle
    self.schedule = schedule
    self.limits = limits
    self.reasons = reasons
    self.judged = judged
  }

  /// Deliveries sent up to here are settled.
  package var settledUntil: Instant { Instant(milliseconds: asOf.milliseconds - settle) }
}
