import ReceiptModel
import SQLite

/// The dictionary of one attribute group: combinations of values, by reference.
struct AttributeGroupTable {
  private let group: AttributeGroup
  private let find: Statement
  private let insert: Statement
  private let read: Statement
  private let database: Database
  private var next: Int64
  /// Whether the combination before was new, as the next one is likely to be, too: adding it finds out whether it is there.
  private var expectsNew = true

  init(_ group: AttributeGroup, in database: Database) throws {
    self.group = group
    self.database = database
    find = try database.prepare(group.findSQL)
    insert = try database.prepare(group.insertSQL + " ON CONFLICT DO NOTHING")
    read = try database.prepare(group.readSQL + " WHERE ref = ?1")
    next = try database.integer("SELECT max(ref) + 1 FROM \(group.table)") ?? 0
  }

  /// The reference of a combination of values, which is added if it is new.
  ///
  /// - Parameter derived: columns that follow from the values: first a channel's or version's reference, then traits.
  mutating func intern(_ values: [String], derived: [Int64]) throws -> Int64 {
    if expectsNew, try add(values, derived) { return next - 1 }
    for (index, value) in values.enumerated() { find.bind(value, at: index + 1) }
    if let reference = derived.first { find.bind(reference, at: values.count + 1) }
    defer { find.reset() }
    expectsNew = try !find.step()
    guard expectsNew else { return find.integer(0) }
    _ = try add(values, derived)
    return next - 1
  }

  /// Adds a combination unless it is there.
  private mutating func add(_ values: [String], _ derived: [Int64]) throws -> Bool {
    insert.bind(next, at: 1)
    for (index, value) in values.enumerated() { insert.bind(value, at: index + 2) }
    for (index, value) in derived.enumerated() { insert.bind(value, at: values.count + index + 2) }
    try insert.run()
    guard database.changes > 0 else { return false }
    next += 1
    return true
  }

  func values(_ ref: Int64) throws -> [String] {
    read.bind(ref, at: 1)
    defer { read.reset() }
    guard try read.step() else { throw LedgerError.inconsistent("\(group) has no entry \(ref)") }
    return (0..<group.attributes.count).map { read.text($0) }
  }
}

extension AttributeGroup {
  fileprivate var table: String {
    switch self {
    case .context: "context"
    case .build: "build"
    case .network: "network"
    case .reason: "reason"
    }
  }

  /// Reads the group's values in the order of `attributes`.
  fileprivate var readSQL: String {
    switch self {
    case .context:
      "SELECT source, platform, (SELECT name FROM channel AS h WHERE h.ref = channel_ref), job_key FROM context"
    case .build:
      """
      SELECT (SELECT app_version FROM version AS v WHERE v.ref = version_ref), os,
        (SELECT os_version FROM version AS v WHERE v.ref = version_ref), brand FROM build
      """
    case .network: "SELECT network_type, isp, client_network FROM network"
    case .reason: "SELECT raw FROM reason"
    }
  }

  /// The values come first, then the reference that follows from some of them and stands in their place.
  fileprivate var findSQL: String {
    switch self {
    case .context:
      "SELECT ref FROM context WHERE source = ?1 AND platform = ?2 AND channel_ref = ?5 AND job_key = ?4"
    case .build:
      "SELECT ref FROM build WHERE version_ref = ?5 AND os = ?2 AND brand = ?4"
    case .network: "SELECT ref FROM network WHERE network_type = ?1 AND isp = ?2 AND client_network = ?3"
    case .reason: "SELECT ref FROM reason WHERE raw = ?1"
    }
  }

  /// ?1 is the reference, then the values, then what follows from them.
  fileprivate var insertSQL: String {
    switch self {
    case .context:
      """
      INSERT INTO context(ref, source, platform, job_key, channel_ref, runs_extension, is_ack_eligible, arrival_is_evidence)
      SELECT ?1, ?2, ?3, ?5, ?6, ?7, ?8, ?9 WHERE ?4 IS NOT NULL
      """
    case .build:
      "INSERT INTO build(ref, os, brand, version_ref) SELECT ?1, ?3, ?5, ?6 WHERE ?2 IS NOT NULL AND ?4 IS NOT NULL"
    case .network: "INSERT INTO network(ref, network_type, isp, client_network) VALUES (?1, ?2, ?3, ?4)"
    case .reason:
      """
      INSERT INTO reason(ref, raw, code, text) SELECT ?1, ?2, iif(cut, substr(?2, 1, instr(?2, '#') - 1), ''),
        iif(cut, substr(?2, instr(?2, '#') + 1), ?2)
      FROM (SELECT instr(?2, '#') > 1 AND substr(?2, 1, instr(?2, '#') - 1) NOT GLOB '*[^0-9]*' AS cut) WHERE true
      """
    }
  }
}
