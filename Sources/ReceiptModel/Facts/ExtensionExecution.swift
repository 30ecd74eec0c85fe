/// A step that an extension wrote into its own log.
package struct ExtensionLogStep: Hashable, Sendable {
  package var step: ExtensionStep
  /// By the device's clock.
  package var at: Instant
  /// The error of an attachment, the status of a failed receipt; empty when the log says nothing.
  package var detail: String

  package init(_ step: ExtensionStep, at: Instant, detail: String = "") {
    self.step = step
    self.at = at
    self.detail = detail
  }
}

/// A run of a notification service extension for one delivery, as its own log tells it.
///
/// The one definition besides the view `extension_runs`: a step belongs to the latest start that is not after it.
package struct ExtensionExecution: Equatable, Sendable {
  /// By time, of one time in the order of `ExtensionStep`; not empty.
  package private(set) var steps: [ExtensionLogStep]
  /// `nil` when the log does not hold the start.
  package private(set) var startedAt: Instant?

  /// What came of a run: the first of these that holds.
  package enum Outcome: String, CaseIterable, Sendable {
    /// A receipt was sent and answered.
    case acked
    /// The system's time ran out, and no receipt was answered.
    case expired
    case attachmentFailed = "attachment_failed"
    /// No step says that the content was handed back.
    case unfinished
    /// Tries to send the receipt failed, and the content was handed back.
    case ackFailed = "ack_failed"
    /// The content was handed back, and nothing is said of a receipt.
    case finished
  }

  /// The runs of one delivery, those without a start first, else by start.
  package static func all(of steps: [ExtensionLogStep]) -> [ExtensionExecution] {
    let starts = Set(steps.filter { $0.step == .received }.map(\.at)).sorted()
    let runs = Dictionary(grouping: steps) { step in starts.last { $0 <= step.at } }
    return ([nil] + starts.map(Optional.some)).compactMap { start in
      runs[start].map { steps in ExtensionExecution(steps: steps.sorted(by: comesBefore), startedAt: start) }
    }
  }

  private static func comesBefore(_ one: ExtensionLogStep, _ other: ExtensionLogStep) -> Bool {
    if one.at != other.at { return one.at < other.at }
    if one.step != other.step { return one.step.place < other.step.place }
    return one.detail.precedesInBytes(other.detail)
  }

  /// The first step of a kind.
  package func first(_ step: ExtensionStep) -> ExtensionLogStep? { steps.first { $0.step == step } }

  package var endedAt: Instant { steps[steps.count - 1].at }

  /// Tries to send the receipt that failed.
  package var failedTries: Int { steps.count { $0.step == .ackFailed } }

  /// Milliseconds from the start to the last step.
  package var milliseconds: Int64? { startedAt.map { endedAt.milliseconds - $0.milliseconds } }

  package var outcome: Outcome {
    if first(.acked) != nil { return .acked }
    if first(.expiring) != nil { return .expired }
    if first(.attachmentFailed) != nil { return .attachmentFailed }
    if first(.finished) == nil { return .unfinished }
    return failedTries > 0 ? .ackFailed : .finished
  }
}

extension ExtensionStep {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
