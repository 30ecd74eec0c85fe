import Prose
import ReceiptModel

extension Rule {
  /// Lines of the logs were refused.
  ///
  /// Their content counts once, however often a log is imported. A few broken lines are normal where logs are cut;
  /// above one in a hundred, counts may be too low, and the format has probably changed.
  package static let refusedLines = Rule(.refusedLines) { evidence in
    let refused = evidence.health.refusedLines
    guard refused > 0, let most = evidence.health.refused.first else { return [] }
    let rate = Rate(refused, of: refused + evidence.health.events)
    let isWarning = rate.value.map { $0 > evidence.limits.refusedShare } ?? false
    return [
      Finding(
        .refusedLines, isWarning ? .warning : .info,
        scope: .of(.note, words: "mostly \(figure: most.reason.rawValue)"),
        observed: rate.value, expected: evidence.limits.refusedShare, interval: rate.interval,
        cause: cause(most, evidence.health.refused),
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
