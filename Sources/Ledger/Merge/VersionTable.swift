import SQLite

/// The dictionary of app versions on systems' versions, and those of both.
///
/// A log may have as many pairs as builds, and asks for one with every new build: so the last ones are at hand.
struct VersionTable {
  private var appVersions: RememberedTexts
  private var osVersions: RememberedTexts
  private let find: Statement
  private let insert: Statement
  /// The reference that the next new pair will get.
  private var next: Int64
  private var known: [Pair: Int64] = [:]
  /// Whether `known` has all pairs of the ledger.
  private var knowsAll: Bool
  private let limit: Int

  private struct Pair: Hashable {
    var app: Int64
    var system: Int64
  }

  /// - Parameter limit: pairs that are kept at hand; more are forgotten together, which costs only looking up again.
  init(in database: Database, limit: Int = 65_536) throws {
    self.limit = limit
    appVersions = RememberedTexts(try TextTable("app_version", column: "name", in: database))
    osVersions = RememberedTexts(try TextTable("os_version", column: "name", in: database))
    find = try database.prepare(
      "SELECT ref FROM version_pair WHERE app_version_ref = ?1 AND os_version_ref = ?2")
    insert = try database.prepare(
      "INSERT INTO version_pair(ref, app_version_ref, os_version_ref) VALUES (?1, ?2, ?3)")
    let last = try database.integer("SELECT max(ref) FROM version_pair")
    next = last.map { $0 + 1 } ?? 0
    knowsAll = last == nil
  }

  /// The reference of an app version on a system's version, which is added if it is new.
  mutating func intern(_ appVersion: String, _ osVersion: String) throws -> Int64 {
    let pair = Pair(app: try appVersions.intern(appVersion), system: try osVersions.intern(osVersion))
    if let ref = known[pair] { return ref }
    if known.count >= limit {
      known.removeAll(keepingCapacity: true)
      knowsAll = false
    }
    let ref = try stored(pair) ?? add(pair)
    known[pair] = ref
    return ref
  }

  private func stored(_ pair: Pair) throws -> Int64? {
    guard !knowsAll else { return nil }
    find.bind(pair.app, at: 1)
    find.bind(pair.system, at: 2)
    defer { find.reset() }
    return try find.step() ? find.integer(0) : nil
  }

  private mutating func add(_ pair: Pair) throws -> Int64 {
    insert.bind(next, at: 1)
    insert.bind(pair.app, at: 2)
    insert.bind(pair.system, at: 3)
    try insert.run()
    next += 1
    return next - 1
  }
}

/// A text table with the texts at hand that were asked for last.
private struct RememberedTexts {
  private var table: TextTable
  private var known = ReferenceCache(limit: 3 << 20)

  init(_ table: TextTable) { self.table = table }

  mutating func intern(_ text: String) throws -> Int64 {
    let bytes = Array(text.utf8)
    return try known.reference(of: bytes.span, 0..<bytes.count) { _ in try table.intern(text) }
  }
}
