import Prose
import ReceiptModel

extension DeliveryCase {
  /// The try that was answered in a run, and how long the push waited before it.
  struct AckedRun {
    /// From 1.
    var number: Int
    /// Milliseconds from the latest send before the start; `nil` when the clocks disagree.
    var wait: Int64?
  }

  /// The run in which the delivery's ack was sent, where the extension's own log leaves no doubt: there is one ack, and
  /// one run of which the log has the start and the answer.
  var ackedRun: AckedRun? {
    let runs = story.runs.filter { $0.outcome == .acked }
    guard runs.count == 1, let run = runs.first, let start = run.startedAt, let ack = run.first(.acked),
      story.events(.extAck).count == 1, foreign.isEmpty
    else { return nil }
    let failed = run.steps.count { $0.step == .ackFailed && $0.at <= ack.at }
    return AckedRun(number: failed + 1, wait: wait(before: start))
  }

  private func wait(before start: Instant) -> Int64? {
    sends.filter { $0 <= start }.max().map { start.milliseconds - $0.milliseconds }
  }

  /// What the extension's own log says of a delivery without an ack; `nil` without such a log.
  var verdictOfRuns: DeliveryVerdict? {
    let runs = story.runs
    guard !runs.isEmpty else { return nil }
    if sends.isEmpty { return .orphan }
    if runs.contains(where: { $0.outcome == .acked }) { return isSettled ? .ackLost : .reachedDevice }
    if runs.contains(where: { $0.outcome == .expired }) { return .extensionTimedOut }
    if runs.contains(where: { $0.first(.finished) != nil && $0.failedTries > 0 }) {
      return .ackRequestsFailed
    }
    if runs.contains(where: { $0.first(.finished) != nil }) { return .extensionDidNotReport }
    return isSettled ? .extensionLogEnds : .reachedDevice
  }

  /// What the log says of each run.
  var runGrounds: [Ground] { story.runs.map { Ground("the extension's own log: \(words(of: $0))") } }

  private func words(of run: ExtensionExecution) -> Phrase {
    let wait = run.startedAt.flatMap { self.wait(before: $0) }.map { Figures.exactDuration($0) }
    let length = Figures.exactDuration(run.milliseconds ?? 0)
    let time: Phrase =
      switch (run.startedAt, wait) {
      case (nil, _): "a run whose start it does not hold"
      case (_, let wait?): "it started \(wait) after the send and ran \(length)"
      case (_, nil): "it ran \(length)"
      }
    guard let error = run.first(.attachmentFailed) else { return "\(time); \(end(of: run))" }
    return error.detail.isEmpty
      ? "\(time); \(end(of: run)); an attachment failed"
      : "\(time); \(end(of: run)); an attachment failed: \(Phrase.text(error.detail, limit: 200))"
  }

  private func end(of run: ExtensionExecution) -> Phrase {
    let failed = run.failedTries
    switch run.outcome {
    case .acked:
      return failed == 0 ? "its receipt was answered" : "its receipt was answered, failed tries: \(failed)"
    case .expired:
      return failed == 0 ? "it ran out of time" : "it ran out of time, failed tries: \(failed)"
    case .attachmentFailed, .finished, .ackFailed:
      if run.first(.finished) == nil { return "how it ended is not logged" }
      return failed == 0
        ? "it ended without trying to report" : "it ended without an answer, failed tries: \(failed)"
    case .unfinished: return "how it ended is not logged"
    }
  }
}
