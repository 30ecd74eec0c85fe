import Diagnosis
import ReceiptModel
import Reporting

extension LedgerView {
  /// What the rules find in the last days: of each AppKey on as many of them as it takes to judge it, and of its builds
  /// on as many as can be read at once.
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
      findings += found.map { $0.judged(over: longer.headline.window) }
    }
    let allDays = lastDays(evidence).values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    let length = JudgedLength.most(Self.deliveriesAtOnce, of: allDays)
    guard length > evidence.scope.days.count else { return findings.sorted() }
    let longer = settledDays(length, asOf: days.all.asOf)
    let more = try self.evidence(judging: longer.headline, history: longer.all.days)
    return Diagnosis.addingNetworks(
      Diagnosis.addingBuilds(findings, judging: evidence, by: more), judging: evidence, by: more)
  }

  /// Deliveries that are read a second time for the sake of rare builds; that takes about a quarter of a second.
  private static let deliveriesAtOnce = 200_000

  /// The AppKeys that the judged days have too few deliveries of, by how many days have enough.
  private func rare(_ evidence: Evidence) -> [(length: Int, appKeys: [String])] {
    let lengths = lastDays(evidence).mapValues { JudgedLength.enough(evidence.limits.minimumSends, of: $0) }
      .filter { $0.value > evidence.scope.days.count }
    return Dictionary(grouping: lengths.keys) { lengths[$0] ?? 0 }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted { $0.precedesInBytes($1) }) }
  }

  /// The deliveries of each AppKey by the place of a day among the last `JudgedLength.longest`.
  private func lastDays(_ evidence: Evidence) -> [String: [Int: Int]] {
    let first = evidence.history.count - JudgedLength.longest
    return evidence.cells.reduce(into: [:]) { sums, cell in
      guard cell.key.day >= first else { return }
      sums[cell.key.appKey, default: [:]][cell.key.day - first, default: 0] += cell.counts[.deliveries]
    }
  }
}
