import Diagnosis
import ReceiptModel
import Reporting

extension LedgerView {
  /// What the rules find in the last days: of each AppKey on as many of them as it takes to judge it.
  ///
  /// - Parameters:
  ///   - days: those that are judged of all AppKeys.
  ///   - evidence: of these days.
  func recentFindings(_ days: ReportScope, _ evidence: Evidence) throws -> [Finding] {
    var findings = Diagnosis.findings(evidence)
    for (length, appKeys) in rare(evidence) {
      let longer = settledDays(length, asOf: days.all.asOf, appKeys: appKeys)
      let evidence = try self.evidence(judging: longer.headline, history: longer.all.days)
      let found = Diagnosis.findings(evidence).filter { finding in
        !finding.code.isAboutData && appKeys.contains { $0.hasSameBytes(as: finding.appKey) }
      }
      let names = Set(found.map(FindingName.init))
      findings.removeAll { names.contains(FindingName($0)) }
      findings += found.map { finding in
        var dated = finding
        dated.judged = longer.headline.window
        return dated
      }
    }
    return findings.sorted()
  }

  /// The AppKeys that the judged days have too few deliveries of, by how many days have enough.
  private func rare(_ evidence: Evidence) -> [(length: Int, appKeys: [String])] {
    let first = evidence.history.count - JudgedLength.longest
    var sums: [String: [Int: Int]] = [:]
    for cell in evidence.cells where cell.key.day >= first {
      sums[cell.key.appKey, default: [:]][cell.key.day - first, default: 0] += cell.counts[.deliveries]
    }
    let lengths = sums.mapValues { JudgedLength.enough(evidence.limits.minimumSends, of: $0) }
      .filter { $0.value > evidence.scope.days.count }
    return Dictionary(grouping: lengths.keys) { lengths[$0] ?? 0 }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted { $0.precedesInBytes($1) }) }
  }
}
