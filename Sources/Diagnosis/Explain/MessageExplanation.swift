package import Prose
package import ReceiptModel

/// What is said about one message under one AppKey.
package struct MessageExplanation: Sendable {
  package var story: MessageStory
  package var verdict: MessageVerdict
  /// What the verdict rests on, in sentences without a full stop.
  package var grounds: [Phrase]
  package var rivals: [Rival]
  package var nextStep: Phrase?
  /// Its rates beside those of the AppKey's other messages around.
  package var rates: [RateAgainstOthers]
  /// Its builds, most sends first, with what they acked of other messages.
  package var builds: [BuildAgainstOthers]
  /// What of it findings are about; `nil` when nobody sent it under this AppKey, so that nobody judges it.
  var subject: FindingSubject?
  /// The findings of kept judgements that concern it; `nil` likewise.
  package var findings: ConcernedFindings?
}

/// A rate of a message and that of its neighbours.
package struct RateAgainstOthers: Equatable, Sendable {
  package var name: Phrase
  package var own: Rate
  /// `nil` without neighbours.
  package var others: Rate?
}

/// The acks of one build: of the message, and of others around.
package struct BuildAgainstOthers: Equatable, Sendable {
  package var appVersion: String
  package var osVersion: String
  package var own: Rate
  package var others: Rate?
}
