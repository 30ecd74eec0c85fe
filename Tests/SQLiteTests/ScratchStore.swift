import Foundation
import SQLite

/// A small store in a folder of its own, which is removed with the value.
final class ScratchStore {
  let folder: URL
  var path: String { folder.appendingPathComponent("store.db").path }

  /// 2,000 sends in a table, most of them acknowledged, and a view over it.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pushledger-gate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let database = try Database(path: path, mode: .create)
    try database.execute(
      """
      CREATE TABLE send (message TEXT NOT NULL, device TEXT NOT NULL, channel TEXT, sent_at INTEGER NOT NULL,
        acked_at INTEGER, PRIMARY KEY (message, device)) STRICT, WITHOUT ROWID;
      CREATE TABLE touched (n INTEGER);
      CREATE INDEX send_by_time ON send(sent_at);
      CREATE TRIGGER note AFTER DELETE ON send BEGIN INSERT INTO touched VALUES (1); END;
      CREATE VIEW deliveries AS SELECT message AS message_id, device AS device_id, channel, sent_at, acked_at,
        acked_at - sent_at AS ack_latency_ms FROM send;
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
      INSERT INTO send SELECT 'm' || i % 20, 'd' || i, iif(i % 3, 'apns', 'huawei'), 1700000000000 + i * 1000,
        iif(i % 5, 1700000000000 + i * 1000 + 700, NULL) FROM n;
      """)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  func listing() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
