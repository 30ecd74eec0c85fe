import SQLite

/// The references of the versions of builds, looked up as they are met.
struct BuildVersions {
  struct Version {
    /// Both versions together.
    var pair: Int64
    var app: Int64
    var system: Int64
  }

  private let lookUp: Statement
  private var known = ReferenceMemo<Version>()

  init(in database: Database) throws {
    lookUp = try database.prepare(
      """
      SELECT p.ref, p.app_version_ref, p.os_version_ref FROM build AS b JOIN version_pair AS p ON p.ref = b.version_ref
      WHERE b.ref = ?1
      """)
  }

  mutating func of(_ build: Int64) throws -> Version {
    if let version = known[build] { return version }
    lookUp.bind(build, at: 1)
    defer { lookUp.reset() }
    guard try lookUp.step() else { throw LedgerError.inconsistent("there is no build \(build)") }
    let version = Version(pair: lookUp.integer(0), app: lookUp.integer(1), system: lookUp.integer(2))
    known.set(version, for: build)
    return version
  }
}
