import Prose
import ReceiptModel

/// What a rule about failures says of one series.
struct FailureStatement {
  var severity: Severity
  var scope: FindingScope
  var cause: Phrase
  var rivals: [Rival]
  var nextStep: Phrase
}

extension Evidence {
  /// Judges series of failures: a finding where they rose, a note where they are many and as ever.
  ///
  /// - Parameter tale: what to say where they rose; `nil` when another rule says it.
  func failureSuspicions(
    _ code: FindingCode, _ series: [FailureSeries],
    tale: (FailureSeries, FailureChange) -> FailureStatement?
  ) -> [Suspicion] {
    series.flatMap { series in
      let change = FailureChange(series, self)
      guard change.hasRisen else {
        return [Suspicion(chance: change.chance, finding: nil)]
          + standing(code, series, change).map { Suspicion(chance: 0, finding: $0) }
      }
      guard let tale = tale(series, change) else {
        return [Suspicion(chance: change.chance, finding: nil)]
      }
      var finding = Finding(
        code, tale.severity, appKey: series.appKey, scope: tale.scope, since: change.since,
        cause: change.hasEnded ? "\(tale.cause); the last hours look as they did before" : tale.cause,
        rivals: tale.rivals, nextStep: tale.nextStep)
      finding.take(change)
      return [Suspicion(chance: change.chance, finding: finding)]
    }
  }

  /// A note on failures that are many, as they were before.
  private func standing(
    _ code: FindingCode, _ series: FailureSeries, _ change: FailureChange
  ) -> [Finding] {
    guard let low = change.now.interval?.lowerBound, low >= limits.failureShare else { return [] }
    var finding = Finding(
      code, .info, appKey: series.appKey, scope: series.scope,
      cause: "\(series.told); about as often as before", rivals: [],
      nextStep: series.advice ?? Self.unknownReasonAdvice)
    finding.take(change)
    return [finding]
  }

  static let unknownReasonAdvice: Phrase =
    "look the reason up with the vendor, and add it to a table of failure reasons of your own"
}

extension Finding {
  fileprivate mutating func take(_ change: FailureChange) {
    deliveries = change.now.numerator
    observed = change.now.value
    expected = change.before.value
    interval = change.now.interval
    rows = "failure-reasons"
  }
}
