import Diagnosis
import JSONWriting
import Prose
import ReceiptModel

extension ExplainPage {
  /// The findings that concern what the page is about, or how to get a judgement where none is kept.
  mutating func add(_ concerned: ConcernedFindings, in zone: ReportZone) {
    if !concerned.isJudged {
      add(
        .note(
          concerned.judgedAsOf.map { asOf in
            """
            No judgement of that time is kept; this makes one: pushledger check \
            --as-of \(figure: ReportZone.utc.iso(asOf))
            """
          } ?? "It is too young for a judgement."))
    }
    add("Findings that concern it", concerned.findings.map { $0.phrase(in: zone) })
  }
}

extension ConcernedFindings {
  /// `null` where nobody judged it and nothing is known.
  func json(in zone: ReportZone) -> JSONTree {
    isJudged || !findings.isEmpty ? .list(findings.map { $0.json(in: zone) }) : .null
  }
}

extension KeptFinding {
  /// `extension_silent (critical), app_version 3.2, since 2026-09-21 22:13:20 or earlier: no extension reports`.
  fileprivate func phrase(in zone: ReportZone) -> Phrase {
    var words: Phrase = "\(figure: seen.name.code.rawValue) (\(seen.severity.phrase))"
    if !scope.isEmpty { words += ", \(Phrase.text(scope, limit: 200))" }
    if let since = seen.since {
      let time = Phrase.figure(zone.short(since))
      words += seen.sinceIsExact ? ", since \(time)" : ", since \(time) or earlier"
    }
    if let knownUntil { words += ", known until \(figure: zone.short(knownUntil))" }
    return "\(words): \(Phrase.text(cause))"
  }

  fileprivate func json(in zone: ReportZone) -> JSONTree {
    .object([
      ("code", .text(seen.name.code.rawValue)), ("severity", .text(seen.severity.name)),
      ("scope", .text(scope)), ("since", .text(seen.since.map(zone.iso))),
      ("since_is_exact", .bool(seen.sinceIsExact)), ("cause", .text(cause)),
      ("acknowledged_until", .text(knownUntil.map(zone.iso))),
    ])
  }
}
