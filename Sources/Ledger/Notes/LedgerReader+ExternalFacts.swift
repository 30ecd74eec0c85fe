package import ReceiptModel
import SQLite

extension LedgerReader {
  /// What others know of the pushes of a scope.
  ///
  /// Runs and attachments count by their own time, totals and tallies by the first send of their message. A message of
  /// which no send is known is in no window, but its tallies can be, since they have a time of their own.
  ///
  /// - Complexity: passes over the steps and tallies in the window, and over the deliveries of the messages with cohorts in
  ///   it that have totals or tallies. With aliases in the ledger each counted message is looked up in them once.
  package func externalFacts(_ scope: CohortScope) throws -> ExternalFacts {
    guard let window = scope.window, try hasNotes else { return ExternalFacts() }
    let range = "BETWEEN \(window.lowerBound) AND \(window.upperBound - 1)"
    let near = messages(withCohortsIn: window)
    let names = try database.integer("SELECT EXISTS (SELECT 1 FROM alias)") == 1 ? Self.namesCounted : ""
    var known = try externalFacts(
      runs: Asked(
        // A run that begins or ends in the window has a step in it.
        of: """
          SELECT s.* FROM (SELECT DISTINCT message_ref, device, app_ref FROM step WHERE at_ms \(range)) AS k
            CROSS JOIN step AS s ON s.message_ref = k.message_ref AND s.device = k.device AND s.app_ref = k.app_ref
          """, where: "coalesce(started_at, ended_at) \(range)"),
      steps: Asked(of: "SELECT * FROM step WHERE at_ms \(range)"),
      totals: Asked(
        of: """
          \(near) UNION ALL SELECT message_ref FROM push WHERE sent_ms \(range) \(names)
          """, where: "sent_at \(range)"),
      tallies: Asked(
        of: "\(near) UNION ALL SELECT message_ref FROM tally WHERE at_ms \(range)",
        where: "coalesce(sent_at, first_at) \(range)"))
    guard !scope.appKeys.isEmpty else { return known }
    known.extensions.removeAll { !scope.appKeys.contains($0.appKey) }
    known.attachmentFailures.removeAll { !scope.appKeys.contains($0.appKey) }
    known.totals.removeAll { !scope.appKeys.contains($0.appKey) }
    known.tallies.removeAll { !scope.appKeys.contains($0.appKey.isEmpty ? $0.sentBy : $0.appKey) }
    return known
  }

  /// What others know of one message.
  package func externalFacts(message: String) throws -> ExternalFacts {
    guard try hasNotes, let reference = try reference(of: message) else { return ExternalFacts() }
    let steps = Asked(of: "SELECT * FROM step WHERE message_ref = \(reference)")
    let counted = Asked(of: "SELECT \(reference)")
    return try externalFacts(runs: steps, steps: steps, totals: counted, tallies: counted)
  }

  /// Goes behind another SELECT, and adds the references of messages with totals that are a vendor's name of another.
  private static let namesCounted = """
    UNION ALL SELECT t.message_ref FROM (SELECT DISTINCT message_ref FROM total) AS t
      CROSS JOIN message AS m ON m.ref = t.message_ref
    WHERE EXISTS (SELECT 1 FROM alias AS a WHERE a.space = 'vendor' AND a.name = m.message_id AND a.message_ref <> m.ref)
    """

  /// Whether there is anything to look for, which most ledgers do not have.
  private var hasNotes: Bool {
    get throws {
      try database.integer(
        """
        SELECT EXISTS (SELECT 1 FROM step) OR EXISTS (SELECT 1 FROM total) OR EXISTS (SELECT 1 FROM tally)
        """) == 1
    }
  }

  /// The steps that extensions logged of a message on a device, under its own or another name, by AppKey.
  func extensionSteps(_ key: DeliveryKey) throws -> [String: [ExtensionLogStep]] {
    let names = """
      SELECT DISTINCT f.ref AS message_ref FROM alias AS a CROSS JOIN message AS f ON f.message_id = a.name
      WHERE a.message_ref = ?1 AND a.device IN (?2, '') AND EXISTS (SELECT 1 FROM step AS s WHERE s.message_ref = f.ref)
      """
    let rows = try database.prepare(
      """
      SELECT a.app_key, s.step, s.at_ms, s.detail FROM step AS s JOIN app AS a ON a.ref = s.app_ref
      WHERE s.message_ref = ?1 AND s.device = ?2
      UNION ALL
      SELECT a.app_key, s.step, s.at_ms, s.detail FROM (\(LinkDefinition.links(of: names, told: .steps))) AS l
        CROSS JOIN step AS s ON s.message_ref = l.message_ref AND s.device = l.device AND s.app_ref = l.app_ref
        JOIN app AS a ON a.ref = l.target_app
      WHERE l.state = \(LinkState.joined.rawValue) AND l.target_message = ?1 AND l.target_device = ?2
      """)
    key.bind(to: rows)
    var steps: [String: [ExtensionLogStep]] = [:]
    while try rows.step() {
      guard let step = ExtensionStep(number: rows.integer(1)) else { continue }
      steps[rows.text(0), default: []].append(
        ExtensionLogStep(step, at: Instant(milliseconds: rows.integer(2)), detail: rows.text(3)))
    }
    return steps
  }
}

/// What to ask for one kind of facts.
private struct Asked {
  /// A SELECT of rows of `step`, or of the references of messages.
  var rows: String
  /// A condition on a row of the view.
  var condition: String

  init(of rows: String, where condition: String = "true") {
    self.rows = rows
    self.condition = condition
  }
}

extension LedgerReader {
  private func externalFacts(runs: Asked, steps: Asked, totals: Asked, tallies: Asked) throws -> ExternalFacts
  {
    var known = ExternalFacts()
    known.extensions = try extensionTimes(
      database.prepare(
        """
        SELECT coalesce(sent_app_key, app_key), coalesce(app_version, ''), outcome, attachment_error IS NOT NULL, start_latency_ms, run_ms,
          coalesce(started_at, ended_at) FROM (\(PublicView.extensionRuns(of: runs.rows))) WHERE \(runs.condition)
        """))
    known.attachmentFailures = try attachmentFailures(
      database.prepare(
        """
        SELECT coalesce(detail, ''), app_key, coalesce(app_version, ''), count(*) AS failures, min(at_ms)
        FROM (\(PublicView.extensionSteps(of: steps.rows)))
        WHERE step = '\(ExtensionStep.attachmentFailed.rawValue)'
        GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT 1000
        """))
    known.totals = try controlTotals(
      database.prepare(
        """
        SELECT source, coalesce(ledger_app_key, app_key, ''), message_id, kind, their_count, ledger_count,
          compared_by, sent_at, counted_at FROM (\(PublicView.totals(of: totals.rows))) WHERE \(totals.condition)
        """))
    known.tallies = try tallied(
      database.prepare(
        """
        SELECT source, app_key, message_id, kind, count, first_at, last_at, coalesce(sent_by, ''), sends
        FROM (\(PublicView.tallies(of: tallies.rows))) WHERE \(tallies.condition)
        """))
    return known
  }

  private func extensionTimes(_ rows: Statement) throws -> [ExtensionTimes] {
    var times: [CohortKey: ExtensionTimes] = [:]
    while try rows.step() {
      let key = CohortKey(day: 0, appKey: rows.text(0), parts: [rows.text(1)])
      var sum = times[key] ?? ExtensionTimes(appKey: rows.text(0), appVersion: rows.text(1))
      guard let outcome = ExtensionExecution.Outcome(rawValue: rows.text(2)) else { continue }
      sum.runs += 1
      sum.outcomes[outcome, default: 0] += 1
      sum.attachmentsFailed += rows.integer(3) != 0 ? 1 : 0
      if let wait = rows.optionalInteger(4) { sum.waits.add(bucket: LatencyBucket.bucket(of: wait)) }
      if let length = rows.optionalInteger(5) { sum.lengths.add(bucket: LatencyBucket.bucket(of: length)) }
      let at = Instant(milliseconds: rows.integer(6))
      if outcome == .expired { sum.firstExpired = min(sum.firstExpired ?? at, at) }
      times[key] = sum
    }
    return times.sorted { $0.key < $1.key }.map(\.value)
  }

  private func attachmentFailures(_ rows: Statement) throws -> [AttachmentFailure] {
    var failures: [AttachmentFailure] = []
    while try rows.step() {
      failures.append(
        AttachmentFailure(
          error: rows.text(0), appKey: rows.text(1), appVersion: rows.text(2), failures: Int(rows.integer(3)),
          first: Instant(milliseconds: rows.integer(4))))
    }
    return failures
  }

  private func controlTotals(_ rows: Statement) throws -> [ControlTotal] {
    var totals: [ControlTotal] = []
    while try rows.step() {
      guard let kind = EventKind(name: rows.text(3)),
        let comparison = ControlTotal.Comparison(rawValue: rows.text(6))
      else { continue }
      totals.append(
        ControlTotal(
          source: rows.text(0), appKey: rows.text(1), message: rows.text(2), kind: kind,
          theirs: Int(rows.integer(4)), ours: rows.optionalInteger(5).map { Int($0) }, comparison: comparison,
          sentAt: rows.optionalInteger(7).map(Instant.init(milliseconds:)),
          countedAt: rows.optionalInteger(8).map(Instant.init(milliseconds:))))
    }
    return totals.sorted { one, other in
      comesBefore(
        [one.source, one.appKey, one.message], one.kind, [other.source, other.appKey, other.message],
        other.kind)
    }
  }

  private func tallied(_ rows: Statement) throws -> [Tally] {
    var tallies: [Tally] = []
    while try rows.step() {
      guard let kind = EventKind(name: rows.text(3)) else { continue }
      tallies.append(
        Tally(
          source: rows.text(0), appKey: rows.text(1), message: rows.text(2), kind: kind,
          count: Int(rows.integer(4)), first: Instant(milliseconds: rows.integer(5)),
          last: Instant(milliseconds: rows.integer(6)), sentBy: rows.text(7),
          sends: rows.optionalInteger(8).map { Int($0) }))
    }
    return tallies.sorted { one, other in
      comesBefore(
        [one.source, one.appKey, one.message], one.kind, [other.source, other.appKey, other.message],
        other.kind)
    }
  }

  /// Texts by bytes, then kinds by their order.
  private func comesBefore(
    _ one: [String], _ kind: EventKind, _ other: [String], _ otherKind: EventKind
  ) -> Bool {
    for (left, right) in zip(one, other) where !left.hasSameBytes(as: right) {
      return left.precedesInBytes(right)
    }
    return kind.rawValue < otherKind.rawValue
  }
}
