import SQLite

extension LedgerReader {
  /// Computes again everything that the ledger keeps besides the set of events, all of one state of it.
  ///
  /// - Returns: what differs, a sentence each; empty when all agrees.
  package func verify() throws -> [String] {
    try beginSnapshot()
    defer { try? endSnapshot() }
    // All sums are computed by views.
    let strange = try strangeViews()
    // Half of the work.
    let sums = strange.isEmpty ? meanwhile { try $0.sumProblems() } : nil
    var problems: [String] = []
    let check = try database.prepare("PRAGMA integrity_check(10)")
    while try check.step() {
      if check.text(0) != "ok" { problems.append("SQLite: " + check.text(0)) }
    }
    guard let sums else { return problems + strange }
    problems += try invariantProblems()
    problems += try loadedProblems().map { "loaded sums: \($0)" }
    let changed = try MessageDigests.mismatches(in: database)
    if changed > 0 {
      problems.append("a message whose deliveries are not as they were written: \(changed) rows")
    }
    problems += try sums()
    // While links are pending, the next writer will make them what they have to be.
    if try !hasPendingLinks {
      problems += try linkProblems()
      problems += try differences("link", "FROM link", LinkDefinition.links())
    }
    return problems
  }

  private func invariantProblems() throws -> [String] {
    let all = Self.invariants + [Self.besidesInvariant] + Self.noteInvariants + Self.tellerInvariants
    return try all.compactMap { what, sql in
      let count = try database.integer("SELECT count(*) FROM (\(sql))") ?? 0
      return count == 0 ? nil : "\(what): \(count) rows"
    }
  }

  /// The rows of a table, as what follows `SELECT *`, against those that they have to be; no row stands twice on a side.
  ///
  /// The two are sorted together, so that what they have to be is computed once.
  func differences(_ table: String, _ held: String, _ sql: String) throws -> [String] {
    let both = "SELECT *, 1 AS is_held \(held) UNION ALL SELECT *, 0 FROM (\(sql))"
    let rows = try database.prepare("SELECT * FROM \(table)")
    let columns = (0..<rows.columnCount).map(rows.columnName).joined(separator: ", ")
    let found = try database.prepare(
      """
      SELECT sum(is_held), sum(NOT is_held)
      FROM (SELECT min(is_held) AS is_held FROM (\(both)) GROUP BY \(columns) HAVING count(*) = 1)
      """)
    var problems: [String] = []
    while try found.step() {
      let (excess, missing) = (Int(found.integer(0)), Int(found.integer(1)))
      if excess + missing > 0 {
        problems.append(Self.difference(of: table, excess: excess, missing: missing))
      }
    }
    return problems
  }

  static func difference(of table: String, excess: Int, missing: Int) -> String {
    "\(table) differs from the deliveries: \(excess) rows too many, \(missing) missing"
  }

  /// Queries that must never give a row.
  private static let invariants: [(String, String)] = [
    (
      "a delivery whose earliest event is not its base",
      """
      SELECT 1 FROM delivery AS d
      WHERE min(\(Schema.kindColumns.map { "coalesce(d.\($0), 9e18)" }.joined(separator: ", "))) <> 0
        AND NOT EXISTS (SELECT 1 FROM repeat AS r WHERE r.message_ref = d.message_ref AND r.device = d.device
          AND r.app_ref = d.app_ref AND r.at_ms = d.base_ms)
      """
    ),
    (
      "a repeat that is not later than the first of its kind",
      """
      SELECT 1 FROM repeat AS r JOIN delivery AS d USING (message_ref, device, app_ref)
      WHERE r.kind < \(Schema.kindColumns.count) AND r.at_ms <= d.base_ms + CASE r.kind
        \(Schema.kindColumns.enumerated().map { "WHEN \($0.offset) THEN coalesce(d.\($0.element), 9e18)" }
          .joined(separator: " ")) END
      """
    ),
    (
      "an event beside no delivery",
      "SELECT 1 FROM repeat LEFT JOIN delivery AS d USING (message_ref, device, app_ref) WHERE d.base_ms IS NULL"
    ),
    (
      "an attribute beside no delivery",
      "SELECT 1 FROM late_attribute LEFT JOIN delivery AS d USING (message_ref, device, app_ref) WHERE d.base_ms IS NULL"
    ),
    (
      "a message with deliveries outside its hours",
      """
      SELECT 1 FROM delivery_fact AS f JOIN message AS m ON m.ref = f.message_ref
      WHERE f.cohort_at IS NOT NULL AND (m.first_hour IS NULL OR f.cohort_at / 3600000 NOT BETWEEN m.first_hour AND m.last_hour)
      """
    ),
    (
      "a file whose lines are not all accounted for",
      "SELECT 1 FROM file WHERE lines <> merged + duplicate + rejected + ignored"
    ),
    (
      "a message with events outside its hours",
      """
      SELECT 1 FROM message AS m JOIN (
        SELECT message_ref, base_ms AS first_ms, \(Schema.newestFirstTime) AS last_ms FROM delivery
        UNION ALL SELECT message_ref, at_ms, at_ms FROM repeat
      ) AS e ON e.message_ref = m.ref
      WHERE m.first_event_hour IS NULL OR e.first_ms / 3600000 < m.first_event_hour
        OR e.last_ms / 3600000 > m.last_event_hour
      """
    ),
  ]
}
