import ReceiptModel
import SQLite

/// The digests of all messages, computed from the rows of their deliveries: one walk through each table, side by side.
struct MessageDigests {
  private let messages: Statement
  private var tables: [RowDigests]

  /// - Parameter database: with the tables of the present version.
  init(in database: Database) throws {
    messages = try database.prepare("SELECT ref, digest FROM message ORDER BY ref")
    let rows = try RowDigests(in: database, "delivery", DeliveryRow.columns.dropFirst(3)) { digest, row in
      digest.row(DeliveryRow.state(of: row, from: 3))
    }
    tables =
      try [rows]
      + DeliveryDigest.Beside.allCases.map { table in
        try RowDigests(in: database, table.name, table.columns) { digest, row in
          digest.beside(table, row.integer(3), row.integer(4), row.integer(5))
        }
      }
  }

  /// Whether the next message's row holds the digest of its deliveries; `nil` after the last.
  private mutating func nextAgrees() throws -> Bool? {
    guard try messages.step() else { return nil }
    var digest: UInt64 = 0
    for index in tables.indices { digest ^= try tables[index].take(messages.integer(0)) }
    return UInt64(bitPattern: messages.integer(1)) == digest
  }

  /// How many messages have rows whose digest is not theirs.
  static func mismatches(in database: Database) throws -> Int {
    var digests = try MessageDigests(in: database)
    var count = 0
    while let agrees = try digests.nextAgrees() { count += agrees ? 0 : 1 }
    return count
  }

}

/// The digests of one table's rows, message by message.
private struct RowDigests {
  private let rows: Statement
  private let digest: (DeliveryDigest, Statement) -> UInt64
  private var hasRow: Bool

  init(
    in database: Database, _ table: String, _ columns: some Sequence<String>,
    _ digest: @escaping (DeliveryDigest, Statement) -> UInt64
  ) throws {
    rows = try database.prepare(
      """
      SELECT message_ref, device, app_ref, \(columns.joined(separator: ", ")) FROM \(table)
      ORDER BY message_ref, device, app_ref
      """)
    self.digest = digest
    hasRow = try rows.step()
  }

  /// Takes the rows of a message; rows of an unknown message before it count as its own.
  mutating func take(_ message: Int64) throws -> UInt64 {
    var sum: UInt64 = 0
    while hasRow, rows.integer(0) <= message {
      sum ^= digest(DeliveryDigest(StoredDevice(rows, at: 1), app: rows.integer(2)), rows)
      hasRow = try rows.step()
    }
    return sum
  }
}

extension DeliveryDigest.Beside {
  fileprivate var name: String {
    switch self {
    case .repeated: "repeat"
    case .late: "late_attribute"
    case .linked: "linked_event"
    case .told: "teller"
    }
  }

  /// Those that follow the key, three of them.
  fileprivate var columns: [String] {
    switch self {
    case .repeated: ["kind", "at_ms", "raw_ref"]
    case .late: ["at_ms", "attributes", "0"]
    case .linked: ["kind", "at_ms", "reason_ref"]
    case .told: ["kind", "source_ref", "at_ms"]
    }
  }
}
