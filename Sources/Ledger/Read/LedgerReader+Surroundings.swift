import ReceiptModel
import SQLite

/// What bears on one delivery although it belongs to other devices, messages and hours; all of it is bounded.
extension LedgerReader {
  private static let mostDeliveries = 20_000
  private static let mostMessages = 20_000
  private static let hour: Int64 = 3_600_000
  /// How far the sums of the AppKey reach before and after the sends.
  static let aroundReach = 72 * hour

  func surroundings(
    of delivery: FoundDelivery, _ key: DeliveryKey, sends: ClosedRange<Instant>, settledUntil: Instant
  ) throws -> DeliverySurroundings {
    let (message, isWhole) = try messageAcks(key, app: delivery.app, settledUntil: settledUntil)
    let around = try around(delivery.story.appKey, sends, settledUntil: settledUntil)
    let (pushes, reach) = try otherPushes(key, app: delivery.app, sends)
    return DeliverySurroundings(
      message: message, isWholeMessage: isWhole, around: try around.map { try acks(ofBuildsIn: $0) },
      device: pushes, deviceReach: reach)
  }

  /// The cohorts of an AppKey from three days before some sends to three days after, as far as they are settled.
  ///
  /// Whole rows of `version_period` except the last, so that the stored sums answer nearly all of it.
  func around(
    _ appKey: String, _ sends: ClosedRange<Instant>, settledUntil: Instant
  ) throws -> CohortScope? {
    let period = CohortTable.versions.hours * Self.hour
    let from = (sends.lowerBound.milliseconds - Self.aroundReach) / period * period
    let to = ((sends.upperBound.milliseconds + Self.aroundReach) / period + 1) * period
    let end = min(to, settledUntil.milliseconds + 1)
    guard from < end else { return nil }
    return CohortScope(
      days: [DaySpan(name: "around", start: max(0, from), end: end)], appKeys: [appKey],
      // All of it is settled, so no hour has to be counted again for that reason.
      asOf: end + 48 * Self.hour, settle: 0)
  }

  /// Ack-eligible sends and acks of each build in a scope.
  func acks(ofBuildsIn scope: CohortScope) throws -> [BuildAcks] {
    try versionCells(scope).filter { $0.counts[.ackEligible] > 0 }.map {
      BuildAcks(
        appVersion: $0.key.parts[0], osVersion: $0.key.parts[1],
        rate: Rate($0.counts[.eligibleAcked], of: $0.counts[.ackEligible]))
    }
  }

  /// Settled ack-eligible sends of the message by build, among its first deliveries in the order of device ids.
  private func messageAcks(
    _ key: DeliveryKey, app: Int64, settledUntil: Instant
  ) throws -> ([BuildAcks], isWhole: Bool) {
    let rows = try database.prepare(
      """
      SELECT v.app_version, v.os_version, sum(d.ext_ack IS NOT NULL), count(*)
      FROM (SELECT * FROM delivery WHERE message_ref = ?1 LIMIT \(Self.mostDeliveries)) AS d
        JOIN context AS c ON c.ref = d.context_ref JOIN build AS b ON b.ref = d.build_ref
        JOIN version AS v ON v.ref = b.version_ref
      WHERE d.app_ref = ?2 AND d.device <> '' AND d.base_ms + d.sent <= ?3 AND \(Schema.isAckEligible)
      GROUP BY 1, 2 ORDER BY 1, 2
      """)
    rows.bind(key.message, at: 1)
    rows.bind(app, at: 2)
    rows.bind(settledUntil.milliseconds, at: 3)
    var builds: [BuildAcks] = []
    while try rows.step() {
      builds.append(
        BuildAcks(
          appVersion: rows.text(0), osVersion: rows.text(1),
          rate: Rate(Int(rows.integer(2)), of: Int(rows.integer(3)))))
    }
    let count = try database.prepare(
      "SELECT count(*) FROM (SELECT 1 FROM delivery WHERE message_ref = ?1 LIMIT \(Self.mostDeliveries + 1))")
    count.bind(key.message, at: 1)
    return (builds, try count.step() && count.integer(0) <= Self.mostDeliveries)
  }

  /// Why a message's settled sends and arrivals failed, among the same first deliveries.
  func messageFailures(of message: Int64, settledUntil: Instant) throws -> [Int64: [FailureCell]] {
    try messageFailures(
      RollupDefinition.Scope(
        facts:
          "(SELECT * FROM delivery_fact WHERE message_ref = \(message) LIMIT \(Self.mostDeliveries))",
        filter: "AND f.cohort_at <= \(settledUntil.milliseconds)"))
  }

  /// Other pushes of the AppKey to the same device, as far around as there are not too many messages to ask about.
  private func otherPushes(
    _ key: DeliveryKey, app: Int64, _ sends: ClosedRange<Instant>
  ) throws -> ([DevicePush]?, reach: Int64) {
    for hours in [72, 24, 6, 1] as [Int64] {
      let reach = hours * Self.hour
      let from = max(0, sends.lowerBound.milliseconds - reach)
      let near = messages(withEventsIn: from..<max(from, sends.upperBound.milliseconds) + reach)
      let count = try database.integer(
        "SELECT count(*) FROM (SELECT ref FROM (\(near)) LIMIT \(Self.mostMessages + 1))")
      guard (count ?? 0) <= Self.mostMessages else { continue }
      return (
        try pushes(key, app: app, in: near, from: from, to: sends.upperBound.milliseconds + reach), reach
      )
    }
    return (nil, 0)
  }

  private func pushes(
    _ key: DeliveryKey, app: Int64, in messages: String, from: Int64, to: Int64
  ) throws -> [DevicePush] {
    let rows = try database.prepare(
      """
      SELECT m.message_id, f.sent_at, f.acked_at, f.ack_latency_ms, f.ack_eligible,
        (SELECT min(at) FROM (SELECT f.acked_at AS at UNION ALL SELECT f.displayed_at UNION ALL SELECT f.opened_at
          UNION ALL SELECT f.dismissed_at
          UNION ALL SELECT f.arrived_at WHERE (SELECT arrival_is_evidence FROM context WHERE ref = f.context_ref)))
      FROM (\(messages)) AS near CROSS JOIN delivery_fact AS f JOIN message AS m ON m.ref = f.message_ref
      WHERE f.message_ref = near.ref AND near.ref <> ?1 AND f.device = ?2 AND f.app_ref = ?3
        AND f.sent_at >= ?4 AND f.sent_at < ?5
      ORDER BY f.sent_at, m.message_id
      """)
    key.bind(to: rows)
    rows.bind(app, at: 3)
    rows.bind(from, at: 4)
    rows.bind(to, at: 5)
    var pushes: [DevicePush] = []
    while try rows.step() {
      pushes.append(
        DevicePush(
          messageID: rows.text(0), sentAt: Instant(milliseconds: rows.integer(1)),
          ackedAt: rows.optionalInteger(2).map(Instant.init(milliseconds:)),
          ackLatency: rows.optionalInteger(3),
          firstWord: rows.optionalInteger(5).map(Instant.init(milliseconds:)),
          isAckEligible: rows.integer(4) != 0))
    }
    return pushes
  }
}
