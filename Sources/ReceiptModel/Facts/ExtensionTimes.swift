/// What the own logs of extensions tell of the runs of one build.
package struct ExtensionTimes: Equatable, Sendable {
  package var appKey: String
  /// Empty when unknown.
  package var appVersion: String
  package var runs = 0
  /// Runs by what came of them.
  package var outcomes: [ExtensionExecution.Outcome: Int] = [:]
  /// Runs in which an attachment failed, whatever came of them.
  package var attachmentsFailed = 0
  /// From the latest send to the start.
  package var waits = LatencyHistogram()
  /// From the start to the last step.
  package var lengths = LatencyHistogram()
  /// The first run whose time ran out.
  package var firstExpired: Instant?

  package init(appKey: String, appVersion: String) {
    self.appKey = appKey
    self.appVersion = appVersion
  }

  package func count(_ outcome: ExtensionExecution.Outcome) -> Int { outcomes[outcome] ?? 0 }

  /// The runs of another build, too.
  package mutating func add(_ other: ExtensionTimes) {
    runs += other.runs
    outcomes.merge(other.outcomes, uniquingKeysWith: +)
    attachmentsFailed += other.attachmentsFailed
    waits.add(other.waits)
    lengths.add(other.lengths)
    if let first = other.firstExpired { firstExpired = min(firstExpired ?? first, first) }
  }
}

/// Attachments of one build that failed for one reason.
package struct AttachmentFailure: Equatable, Sendable {
  /// What the extension's log says; empty when it says nothing.
  package var error: String
  package var appKey: String
  /// Empty when unknown.
  package var appVersion: String
  package var failures: Int
  package var first: Instant

  package init(error: String, appKey: String, appVersion: String, failures: Int, first: Instant) {
    self.error = error
    self.appKey = appKey
    self.appVersion = appVersion
    self.failures = failures
    self.first = first
  }

  /// Whether an error is what the system says of a file whose name does not tell its type.
  package static func isOfUnknownType(_ error: String) -> Bool {
    error.lowercased().contains("unrecognized attachment file type")
  }
}
