import Prose
import ReceiptModel

extension Rule {
  /// Lines of the logs were refused.
  ///
  /// Their content counts once, however often a log is imported. A few broken lines are normal where logs are cut;
  /// above one in a hundred, counts may be too low, and the format has probably changed. So it is for the whole ledger, and
  /// surely for the judged days, by the lines that still tell their time.
  package static let refusedLines = Rule(.refusedLines) { evidence in
    let (health, most) = (evidence.health, evidence.limits.refusedShare)
    let refused = health.refusedLines
    guard refused > 0, let first = health.refused.first else { return [] }
    let ofAll = Rate(refused, of: refused + health.events)
    let areManyNow = health.refusedOfDays.interval.map { $0.lowerBound > most } ?? false
    let rate = areManyNow ? health.refusedOfDays : ofAll
    var cause = cause(first, health.refused)
    if areManyNow { cause += "; the share is that of the judged days, by the lines that tell a time" }
    return [
      Finding(
        .refusedLines, areManyNow || ofAll.value.map { $0 > most } ?? false ? .warning : .info,
        scope: .of(.note, words: "mostly \(figure: first.reason.rawValue)"),
        observed: rate.value, expected: most, interval: rate.interval, cause: cause,
        rivals: [Rival("a log that was cut while it was written"), Rival("another log in the same folder")],
        nextStep: "run pushledger rejects to list them, and after a repair pushledger rejects retry")
    ]
  }

  /// `not valid JSON; also 3 with bad-time, 1 with nul`, most frequent first.
  private static func cause(_ most: RefusedLines, _ refused: [RefusedLines]) -> Phrase {
    let others = refused.dropFirst().prefix(3).map {
      "\($0.lines) with \(figure: $0.reason.rawValue)" as Phrase
    }
    return others.isEmpty ? most.reason.explanation : "\(most.reason.explanation); also \(others.joined())"
  }
}
