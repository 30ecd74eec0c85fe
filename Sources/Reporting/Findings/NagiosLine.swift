import Prose
import ReceiptModel

/// A check as one line for Nagios, Icinga and their like, with performance data behind a bar.
///
/// In English, since monitors match on the line.
///
/// Nagios Plugin Development Guidelines, "Plugin Output for Nagios" and "Performance data".
package enum NagiosLine {
  /// The exit codes of monitoring plugins.
  package static func status(_ state: CheckState) -> Int32 {
    switch state {
    case .ok: 0
    case .warning: 1
    case .critical: 2
    case .unjudged: unknown
    }
  }

  /// The status when nothing could be found out.
  package static let unknown: Int32 = 3

  /// The line, with its end.
  ///
  /// - Parameter state: the one that counts after `--fail-on`.
  package static func text(of report: CheckReport, as state: CheckState) -> String {
    var words = FindingWords.summary(report.findings).plain()
    if let worst = report.findings.max(by: { CheckState([$0]) < CheckState([$1]) }), CheckState([worst]) > .ok
    {
      words += "; \(worst.code.rawValue)"
      if !worst.appKey.isEmpty { words += " of \(worst.appKey)" }
      if !worst.scope.text.isEmpty { words += ", \(worst.scope.text)" }
    }
    let performance = Severity.allCases.reversed().map { severity in
      "\(severity.name)=\(report.findings.count { $0.severity == severity && $0.isOpen });;;0"
    }
    let total = report.totals.reduce(into: Counts()) { $0.add($1.counts) }
    let rates = [Metric.ackRate, .confirmedRate].map { metric in
      let share = metric.rate(total).value.map { DecimalText.fixed($0 * 100, digits: 2) + "%" } ?? "U"
      return "\(metric.rawValue)=\(share);;;0;100"
    }
    return "PUSHLEDGER \(name(state)) - \(plain(words)) | \((performance + rates).joined(separator: " "))\n"
  }

  /// The line of a check that could not be made.
  package static func unknown(because message: String) -> String {
    "PUSHLEDGER \(name(.unjudged)) - \(plain(message))\n"
  }

  private static func name(_ state: CheckState) -> String {
    switch state {
    case .ok: "OK"
    case .warning: "WARNING"
    case .critical: "CRITICAL"
    case .unjudged: "UNKNOWN"
    }
  }

  /// One bounded line without what begins performance data or what a shell would act on when it is passed on.
  private static func plain(_ text: String) -> String {
    let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(300)))
    return TerminalFormat.escaped(cut).unicodeScalars.reduce(into: "") { line, scalar in
      line.unicodeScalars.append("|`~$&\"'<>\\".unicodeScalars.contains(scalar) ? "_" : scalar)
    }
  }
}
