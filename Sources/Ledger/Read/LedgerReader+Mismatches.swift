package import ReceiptModel
import SQLite

extension LedgerReader {
  /// The answers of a scope under AppKeys that never sent, by foreign AppKey, sender and the sender's app version, in
  /// that order.
  ///
  /// As in the view `flags`, an answer belongs to the window by the first send of what it answers, like the sender's
  /// rates; of several senders the one with the smallest AppKey counts.
  package func mismatches(_ scope: CohortScope) throws -> [MismatchFacts] {
    try DeliveryPass.answer(over: self) { try $0.mismatches(scope) }
  }

  /// The same by SQL alone: the slow twin.
  func selectedMismatches(_ scope: CohortScope) throws -> [MismatchFacts] {
    guard let window = scope.window else { return [] }
    let rows = try database.prepare(
      """
      SELECT a.app_key, s.app_key, v.app_version, count(*), count(DISTINCT x.device), count(DISTINCT x.message_ref),
        min(x.base_ms + min(coalesce(x.ext_ack, x.opened), coalesce(x.opened, x.ext_ack)))
      FROM delivery AS x JOIN app AS a ON a.ref = x.app_ref
        JOIN counted_delivery AS d ON d.message_ref = x.message_ref AND d.device = x.device AND d.app_ref = \(PublicView.firstSender)
        JOIN app AS s ON s.ref = d.app_ref
        JOIN build AS b ON b.ref = d.build_ref JOIN version AS v ON v.ref = b.version_ref
      WHERE x.message_ref IN (\(messages(withEventsIn: window))) AND x.device <> '' AND x.sent IS NULL
        AND (x.ext_ack IS NOT NULL OR x.opened IS NOT NULL)
        AND d.base_ms + d.sent >= ?1 AND d.base_ms + d.sent < ?2
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      """)
    rows.bind(window.lowerBound, at: 1)
    rows.bind(window.upperBound, at: 2)
    var result: [MismatchFacts] = []
    while try rows.step() {
      let keys = [rows.text(0), rows.text(1)]
      guard scope.includesMismatch(foreign: keys[0], sender: keys[1]) else { continue }
      result.append(
        MismatchFacts(
          foreignKey: keys[0], sender: keys[1], appVersion: rows.text(2), deliveries: Int(rows.integer(3)),
          devices: Int(rows.integer(4)), messages: Int(rows.integer(5)),
          firstAt: Instant(milliseconds: rows.integer(6))))
    }
    return result
  }

  /// Distinct events by AppKey, kind and UTC hour, for the hours that lie wholly in a span of milliseconds UTC.
  package func eventHours(_ span: Range<Int64>, appKeys: [String]) throws -> [EventHour] {
    let length: Int64 = 3_600_000
    let rows = try database.prepare(
      """
      SELECT a.app_key, e.kind, e.hour, e.events FROM event_hour AS e JOIN app AS a ON a.ref = e.app_ref
      WHERE e.hour >= ?1 AND e.hour < ?2 ORDER BY 1, 2, 3
      """)
    rows.bind((span.lowerBound + length - 1) / length, at: 1)
    rows.bind(span.upperBound / length, at: 2)
    var result: [EventHour] = []
    while try rows.step() {
      let appKey = rows.text(0)
      guard appKeys.isEmpty || appKeys.contains(appKey),
        let kind = EventKind(stored: rows.integer(1))
      else { continue }
      result.append(
        EventHour(
          appKey: appKey, kind: kind, hour: Instant(milliseconds: rows.integer(2) * length),
          events: Int(rows.integer(3))))
    }
    return result
  }
}

extension DeliveryPass {
  /// As `LedgerReader.mismatches`.
  package func mismatches(_ scope: CohortScope) throws -> Answer<[MismatchFacts]> {
    guard let sums = try MismatchSums(scope, in: reader) else { return Answer { [] } }
    add(sums)
    return Answer(take: sums.mismatches)
  }
}
