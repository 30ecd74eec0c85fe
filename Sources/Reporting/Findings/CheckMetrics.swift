import Prose
import ReceiptModel

/// A check as metrics, for the textfile collector of a node exporter or anything else that reads OpenMetrics.
///
/// Always in English: help texts of one metric must not differ between the sources that a server collects.
///
/// No sample holds the clock's time, so the same input gives the same bytes. The number of series is bounded, whatever
/// AppKeys and versions a log claims.
package enum CheckMetrics {
  /// AppKeys with series of their own: those with the most deliveries.
  ///
  /// The others share one, `(others)`.
  static let mostAppKeys = 100
  /// Findings with series of their own, worst first.
  static let mostFindings = 200

  package static func text(of report: CheckReport) -> String {
    let labels = AppLabels(report)
    return (times(report) + findings(report, labels) + rates(report, labels)).map(\.text).joined() + "# EOF\n"
  }

  private static func times(_ report: CheckReport) -> [MetricFamily] {
    var state = MetricFamily(
      "pushledger_check_state", help: "0 ok, 1 warning, 2 critical, 3 stale or too thin to judge.")
    state.add([], "\(NagiosLine.status(CheckState(report.findings)))")
    var asOf = MetricFamily(
      "pushledger_as_of_timestamp_seconds", unit: "seconds", help: "The moment that the check takes as now.")
    asOf.add([], seconds(report.asOf))
    var newest = MetricFamily(
      "pushledger_newest_event_timestamp_seconds", unit: "seconds", help: "The newest event of the ledger.")
    if let event = report.newestEvent { newest.add([], seconds(event)) }
    return [state, asOf, newest]
  }

  private static func findings(_ report: CheckReport, _ apps: AppLabels) -> [MetricFamily] {
    var counts = MetricFamily("pushledger_findings", help: "Findings by code, severity and AppKey.")
    var observed = MetricFamily(
      "pushledger_finding_observed_ratio", unit: "ratio", help: "The share that a finding saw.")
    var expected = MetricFamily(
      "pushledger_finding_expected_ratio", unit: "ratio", help: "The share that would have been normal.")
    var deliveries = MetricFamily(
      "pushledger_finding_deliveries", help: "Deliveries that a finding concerns.")
    var groups: [[String]: Int] = [:]
    let open = report.findings.filter(\.isOpen)
    for finding in open { groups[group(finding, apps), default: 0] += 1 }
    // In the order of the findings, each group once; the family drops a group it has already.
    for finding in open {
      let group = group(finding, apps)
      counts.add(Array(zip(["code", "severity", "app_key"], group)), "\(groups[group] ?? 0)")
    }
    for finding in open.prefix(mostFindings) {
      let names = ["code", "severity", "app_key", "scope"]
      let labels = Array(zip(names, group(finding, apps) + [MetricFamily.label(finding.scope.text)]))
      if let share = finding.observed { observed.add(labels, DecimalText.fixed(share, digits: 6)) }
      if let share = finding.expected { expected.add(labels, DecimalText.fixed(share, digits: 6)) }
      if let count = finding.deliveries { deliveries.add(labels, "\(count)") }
    }
    return [counts, observed, expected, deliveries]
  }

  private static func group(_ finding: Finding, _ apps: AppLabels) -> [String] {
    [finding.code.rawValue, finding.severity.name, apps[finding.appKey]]
  }

  private static func rates(_ report: CheckReport, _ apps: AppLabels) -> [MetricFamily] {
    var sums: [String: Counts] = [:]
    for total in report.totals { sums[apps[total.appKey], default: Counts()].add(total.counts) }
    let sorted = sums.sorted { $0.key.precedesInBytes($1.key) }
    return Metric.allCases.flatMap { metric in
      let name = "pushledger_\(metric.rawValue)"
      var share = MetricFamily(
        name, help: "\(metric.numerator.plain()), of \(metric.denominator.plain()); from 0 to 1.")
      var numerator = MetricFamily(name + "_numerator", help: "Deliveries: \(metric.numerator.plain()).")
      var denominator = MetricFamily(
        name + "_denominator", help: "Deliveries: \(metric.denominator.plain()).")
      for (app, counts) in sorted {
        let rate = metric.rate(counts)
        // Without a measurement there is no sample, rather than a 0.
        if let value = rate.value { share.add([("app_key", app)], DecimalText.fixed(value, digits: 6)) }
        numerator.add([("app_key", app)], "\(rate.numerator)")
        denominator.add([("app_key", app)], "\(rate.denominator)")
      }
      return [share, numerator, denominator]
    }
  }

  private static func seconds(_ instant: Instant) -> String {
    DecimalText.fixed(Double(instant.milliseconds) / 1000, digits: 3)
  }
}

/// The labels that AppKeys have in metrics.
private struct AppLabels {
  private var own: Set<String>

  init(_ report: CheckReport) {
    let ranked = report.totals.sorted { one, other in
      let (count, next) = (one.counts[.deliveries], other.counts[.deliveries])
      return count != next ? count > next : one.appKey.precedesInBytes(other.appKey)
    }
    own = Set(ranked.prefix(CheckMetrics.mostAppKeys).map(\.appKey))
    // AppKeys of findings that sent nothing, such as those that answers come under, in the room that is left.
    for finding in report.findings where own.count < CheckMetrics.mostAppKeys { own.insert(finding.appKey) }
    own.insert("")
  }

  subscript(_ appKey: String) -> String { own.contains(appKey) ? MetricFamily.label(appKey) : "(others)" }
}
