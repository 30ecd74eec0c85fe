import Prose
package import ReceiptModel
import SQLite

extension LedgerReader {
  /// What an earlier judgement had found, where it is kept and would be the same today.
  ///
  /// The parameters are as of `KeptJudgement`.
  package func seenFindings(end: Int64, asOf: Int64, settings: String) throws -> [SeenFinding]? {
    let kept = try judgement(end: end, asOf: asOf, settings: settings)
    return try kept.flatMap { try keptFindings(of: $0.ref)?.map(\.seen) }
  }

  /// The findings of an earlier judgement with their numbers and without words, by the lasting parts of their scopes, where
  /// it is kept as it was made and would be the same today.
  ///
  /// The parameters are as of `KeptJudgement`.
  package func foundEarlier(end: Int64, asOf: Int64, settings: String) throws -> [Finding]? {
    // The one that is shown knows of its findings what became of them, too.
    guard let kept = try judgement(end: end, asOf: asOf, settings: settings), !kept.isShown else {
      return nil
    }
    let rows = try database.prepare(
      """
      SELECT code, app_key, name_scope, severity, since_at, since_is_exact, deliveries, devices, observed, expected,
        interval_low, interval_high, query, judged_from, judged_until
      FROM finding WHERE judgement_ref = ?1 ORDER BY place
      """)
    rows.bind(kept.ref, at: 1)
    var findings: [Finding] = []
    while try rows.step() {
      guard let finding = Finding(rows) else { return nil }
      findings.append(finding)
    }
    return findings
  }

  private func judgement(end: Int64, asOf: Int64, settings: String) throws -> (ref: Int64, isShown: Bool)? {
    let kept = try database.prepare(
      """
      SELECT ref, is_shown FROM judgement WHERE end_ms = ?1 AND as_of_ms = ?2 AND settings = ?3 AND is_current
      """)
    kept.bind(end, at: 1)
    kept.bind(asOf, at: 2)
    kept.bind(settings, at: 3)
    return try kept.step() ? (kept.integer(0), kept.integer(1) != 0) : nil
  }

  /// What the judgements had found that are kept and whose deliveries have not changed since, by their ends, under whatever
  /// settings they were made.
  ///
  /// - Parameter asOf: none that knew more than could be known then.
  package func judgedDays(asOf: Int64) throws -> [JudgedDay] {
    let kept = try database.prepare(
      """
      SELECT ref, end_ms FROM judgement WHERE is_current AND as_of_ms <= ?1 ORDER BY end_ms, as_of_ms, ref
      """)
    kept.bind(asOf, at: 1)
    var days: [JudgedDay] = []
    while try kept.step() {
      guard let findings = try keptFindings(of: kept.integer(0)) else { continue }
      days.append(JudgedDay(end: kept.integer(1), findings: findings))
    }
    return days
  }

  /// Those of a judgement that stood; `nil` where another version of the program named them.
  private func keptFindings(of judgement: Int64) throws -> [KeptFinding]? {
    let rows = try database.prepare(
      """
      SELECT code, app_key, name_scope, severity, since_at, since_is_exact, scope, cause FROM finding
      WHERE judgement_ref = ?1 AND state IN ('\(FindingState.new.rawValue)', '\(FindingState.ongoing.rawValue)')
      ORDER BY place
      """)
    rows.bind(judgement, at: 1)
    var findings: [KeptFinding] = []
    while try rows.step() {
      guard let code = FindingCode(rawValue: rows.text(0)), let severity = Severity(name: rows.text(3)) else {
        return nil
      }
      let seen = SeenFinding(
        FindingName(code, appKey: rows.text(1), scope: rows.text(2)), severity,
        since: rows.optionalInteger(4).map(Instant.init(milliseconds:)), sinceIsExact: rows.integer(5) != 0)
      findings.append(KeptFinding(seen, scope: rows.text(6), cause: rows.text(7)))
    }
    return findings
  }

  /// Whether the view `findings` shows a judgement as of a moment, and it would be the same today.
  package func showsJudgement(asOf: Int64, settings: String) throws -> Bool {
    let rows = try database.prepare(
      "SELECT 1 FROM judgement WHERE is_shown AND is_current AND as_of_ms = ?1 AND settings = ?2")
    rows.bind(asOf, at: 1)
    rows.bind(settings, at: 2)
    return try rows.step()
  }
}

extension Finding {
  /// - Parameter row: as of `foundEarlier`.
  /// - Returns: `nil` for one that another version of the program named.
  fileprivate init?(_ row: Statement) {
    guard let code = FindingCode(rawValue: row.text(0)), let severity = Severity(name: row.text(3)) else {
      return nil
    }
    func pair<Bound>(_ low: Bound?, _ high: Bound?) -> (Bound, Bound)? {
      low.flatMap { low in high.map { (low, $0) } }
    }
    self.init(
      code, severity, appKey: row.text(1), scope: FindingScope(reading: row.text(2)),
      since: row.optionalInteger(4).map(Instant.init(milliseconds:)),
      deliveries: row.optionalInteger(6).map { Int($0) }, devices: row.optionalInteger(7).map { Int($0) },
      observed: row.optionalDouble(8), expected: row.optionalDouble(9),
      interval: pair(row.optionalDouble(10), row.optionalDouble(11)).map { min($0, $1)...max($0, $1) },
      cause: .empty,
      rivals: [], nextStep: .empty, rows: row.optionalText(12))
    sinceIsExact = row.integer(5) != 0
    judged = pair(row.optionalInteger(13), row.optionalInteger(14)).map { min($0, $1)..<max($0, $1) }
  }
}
