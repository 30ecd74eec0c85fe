import ConfigurationReading
import Diagnosis
import Files
package import Ledger
import Prose
package import ReceiptModel
import Reporting

extension LedgerView {
  /// Digest of all that a judgement of the whole ledger depends on but for its content; `nil` for one of some AppKeys.
  var keptSettings: String? {
    get throws {
      guard scope.appKeys.isEmpty else { return nil }
      // A program can be built anew without another version.
      return CanonicalText([
        toolVersion, FileStamp("/proc/self/exe")?.text ?? "", try configuration.reportDigest, zone.name,
        language.tag, "\(scope.settle)",
      ]).digest
    }
  }

  /// Whether the ledger keeps the view's judgement already, for the view `findings`.
  package func isKept() throws -> Bool {
    guard let settings = try keptSettings else { return false }
    return try store.showsJudgement(asOf: scope.asOf, settings: settings)
  }

  /// What the judgements found that the ledger keeps, by their ends, with what somebody said of it.
  package func keptDays() throws -> [JudgedDay] {
    let word = try acknowledgement()
    return try store.judgedDays(asOf: scope.asOf).map { day in
      var day = day
      for place in day.findings.indices {
        day.findings[place].knownUntil = word(day.findings[place].seen)?.until
      }
      return day
    }
  }

  /// What the ledger is to keep of the view's judgement and of those before it, as far as they were made; empty where it
  /// keeps them already, or where the view is of a part of the ledger.
  package func judgementsToKeep() throws -> [KeptJudgement] {
    guard let settings = try keptSettings, since == nil, until == nil else { return [] }
    let recent = own.earlier.filter(\.key.isRecent)
    var kept = recent.values.sorted { $0.end < $1.end }.map { earlier in
      KeptJudgement(
        end: earlier.end, asOf: earlier.end + scope.settle, settings: settings, isShown: false,
        findings: earlier.findings.map { ($0, nil) }, language: language)
    }
    let moment = try store.moment()
    guard scope.asOf == moment?.milliseconds, let judged = own.dated.made, try !isKept() else {
      return kept
    }
    kept.append(
      KeptJudgement(
        end: judged.days.headline.window?.upperBound ?? scope.asOf, asOf: scope.asOf, settings: settings,
        isShown: true,
        // What the clock says of them is no part of the ledger.
        findings: judged.findings.filter { $0.code != .stale }.map { ($0, judged.rows.line(for: $0)) },
        language: language))
    return kept
  }
}
