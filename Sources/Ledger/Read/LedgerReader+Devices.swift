package import ReceiptModel
import SQLite

extension LedgerReader {
  /// Calls `body` with each ack-eligible delivery that was sent in a scope and is settled, those of one device under one
  /// AppKey together and in the order of their sends.
  ///
  /// - Complexity: one pass over the deliveries of the messages in the window, which SQLite sorts by device.
  package func forEachDeliveryByDevice(_ scope: CohortScope, _ body: (DeviceDelivery) -> Void) throws {
    guard let window = scope.window else { return }
    let builds = try names(
      "SELECT b.ref, v.app_version, v.os_version FROM build AS b JOIN version AS v ON v.ref = b.version_ref")
    let networks = try names("SELECT ref, network_type, '' FROM network")
    let apps = try names("SELECT ref, app_key, '' FROM app")
    // Sends at the same moment stand in the order of their ids, which does not depend on what was imported first.
    let rows = try database.prepare(
      """
      SELECT f.app_ref, f.device, f.message_ref, f.build_ref, f.network_ref, f.sent_at, f.acked_at,
        f.ack_latency_ms, f.opened_at IS NOT NULL, f.confirmed,
        (SELECT group_concat(r.at_ms, ' ') FROM repeat AS r WHERE r.message_ref = f.message_ref
          AND r.device = f.device AND r.app_ref = f.app_ref AND r.kind = \(EventKind.extAck.rawValue))
      FROM counted_fact AS f JOIN message AS m ON m.ref = f.message_ref
      WHERE f.message_ref IN (\(messages(withCohortsIn: window))) AND f.has_device AND f.ack_eligible
        AND f.sent_at >= ?1 AND f.sent_at < ?2 AND f.sent_at <= ?3
      ORDER BY f.app_ref, f.device, f.sent_at, m.message_id
      """)
    rows.bind(window.lowerBound, at: 1)
    rows.bind(window.upperBound, at: 2)
    rows.bind(scope.settledUntil, at: 3)
    var last: (app: Int64, device: StoredDevice)?
    while try rows.step() {
      let app = rows.integer(0)
      guard let appKey = apps[app]?.0, scope.appKeys.isEmpty || scope.appKeys.contains(appKey) else {
        continue
      }
      let device = StoredDevice(rows, at: 1)
      let startsDevice = last.map { $0.app != app || $0.device != device } ?? true
      if startsDevice { last = (app, device) }
      let build = builds[rows.integer(3)]
      body(
        DeviceDelivery(
          appKey: appKey, startsDevice: startsDevice, message: rows.integer(2), appVersion: build?.0 ?? "",
          osVersion: build?.1 ?? "", networkType: networks[rows.integer(4)]?.0 ?? "",
          sentAt: rows.integer(5), ackedAt: rows.optionalInteger(6), ackLatency: rows.optionalInteger(7),
          isOpened: rows.integer(8) != 0, isConfirmed: rows.integer(9) != 0,
          furtherAcks: rows.optionalText(10)?.split(separator: " ").compactMap { Int64($0) } ?? []))
    }
  }

  /// Two names for each reference.
  private func names(_ sql: String) throws -> [Int64: (String, String)] {
    let rows = try database.prepare(sql)
    var names: [Int64: (String, String)] = [:]
    while try rows.step() { names[rows.integer(0)] = (rows.text(1), rows.text(2)) }
    return names
  }
}
