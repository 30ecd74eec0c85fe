package import ReceiptModel
internal import SQLite

extension LedgerStore {
  /// What others know of the pushes of a scope.
  ///
  /// Runs and attachments by when they were, totals and tallies by the first send of their message; a message of which no
  /// send is known is in no window, but its tallies, which have a time of their own, can be.
  ///
  /// - Complexity: passes over the facts of each kind, and over the deliveries of messages with totals or tallies.
  package func knownBeside(_ scope: CohortScope) throws -> KnownBeside {
    guard let window = scope.window, try hasNotes else { return KnownBeside() }
    let range = "BETWEEN \(window.lowerBound) AND \(window.upperBound - 1)"
    var known = try knownBeside(
      runs: "coalesce(started_at, ended_at) \(range)", steps: "at_ms \(range)", totals: "sent_at \(range)",
      tallies: "coalesce(sent_at, first_at) \(range)")
    guard !scope.appKeys.isEmpty else { return known }
    known.extensions.removeAll { !scope.appKeys.contains($0.appKey) }
    known.attachmentFailures.removeAll { !scope.appKeys.contains($0.appKey) }
    known.totals.removeAll { !scope.appKeys.contains($0.appKey) }
    known.tallies.removeAll { !scope.appKeys.contains($0.appKey.isEmpty ? $0.sentBy : $0.appKey) }
    return known
  }

  /// What others know of one message.
  package func knownBeside(message: String) throws -> KnownBeside {
    guard try hasNotes else { return KnownBeside() }
    let condition = "message_id = ?1"
    return try knownBeside(
      runs: condition, steps: condition, totals: condition, tallies: condition, message: message)
  }

  /// Whether there is anything to look for, which most ledgers do not have.
  private var hasNotes: Bool {
    get throws {
      try database.integer(
        """
        SELECT EXISTS (SELECT 1 FROM step) OR EXISTS (SELECT 1 FROM total) OR EXISTS (SELECT 1 FROM tally)
        """) == 1
    }
  }

  /// The steps that extensions logged of a message on a device, by AppKey.
  func extensionSteps(_ key: DeliveryKey) throws -> [String: [ExtensionLogStep]] {
    let rows = try database.prepare(
      """
      SELECT a.app_key, s.step, s.at_ms, s.detail FROM step AS s JOIN app AS a ON a.ref = s.app_ref
      WHERE s.message_ref = ?1 AND s.device = ?2
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

extension LedgerStore {
  private func knownBeside(
    runs: String, steps: String, totals: String, tallies: String, message: String? = nil
  ) throws -> KnownBeside {
    func rows(_ sql: String) throws -> Statement {
      let statement = try database.prepare(sql)
      if let message { statement.bind(message, at: 1) }
      return statement
    }
    var known = KnownBeside()
    known.extensions = try extensionTimes(
      rows(
        """
        SELECT app_key, coalesce(app_version, ''), outcome, attachment_error IS NOT NULL, start_latency_ms, run_ms,
          coalesce(started_at, ended_at) FROM extension_runs WHERE \(runs)
        """))
    known.attachmentFailures = try attachmentFailures(
      rows(
        """
        SELECT coalesce(detail, ''), app_key, coalesce(app_version, ''), count(*) AS failures, min(at_ms)
        FROM extension_steps WHERE step = '\(ExtensionStep.attachmentFailed.rawValue)' AND \(steps)
        GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT 1000
        """))
    known.totals = try controlTotals(
      rows(
        """
        SELECT source, coalesce(app_key, ledger_app_key, ''), message_id, kind, their_count, ledger_count,
          compared_by, sent_at FROM totals WHERE \(totals)
        """))
    known.tallies = try tallied(
      rows(
        """
        SELECT source, app_key, message_id, kind, count, first_at, last_at, coalesce(sent_by, ''), sends
        FROM tallies WHERE \(tallies)
        """))
    return known
  }

  private func extensionTimes(_ rows: Statement) throws -> [ExtensionTimes] {
    var times: [CohortKey: ExtensionTimes] = [:]
    while try rows.step() {
      let key = CohortKey(day: 0, appKey: rows.text(0), parts: [rows.text(1)])
      var sum = times[key] ?? ExtensionTimes(appKey: rows.text(0), appVersion: rows.text(1))
      guard let outcome = ExtensionRun.Outcome(rawValue: rows.text(2)) else { continue }
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
          sentAt: rows.optionalInteger(7).map(Instant.init(milliseconds:))))
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
    for (left, right) in zip(one, other) where !left.utf8.elementsEqual(right.utf8) {
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return kind.rawValue < otherKind.rawValue
  }
}
