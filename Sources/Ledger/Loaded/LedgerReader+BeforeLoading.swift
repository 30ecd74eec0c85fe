import Files
import Glibc
import Prose
import SQLite

/// Reasons to refuse a load that are known before its sums are computed, which may take hours.
extension LedgerReader {
  /// The ledger as it stands, open for reading.
  ///
  /// - Returns: `nil` when there is none yet, and one can be made.
  /// - Throws: `LedgerError` or `SQLiteError` when it could not be written, or is none of this program's.
  package static func openToBeLoaded(_ path: String) throws -> LedgerReader? {
    // The files a load needs: its lock, the ledger, and the journal beside it.
    let lock = "\(path).lock"
    if let code = problem(ofWriting: lock) { throw LedgerError.writing(lock, errno: code) }
    let place = try StorePath.resolve(path)
    for file in [place, "\(place)-journal"] {
      if let code = problem(ofWriting: file) { throw LedgerError.writing(path, errno: code) }
    }
    guard try isThere(place) else { return nil }
    var status = stat()
    guard FileCall.status(place, &status) else { throw LedgerError.writing(path, errno: errno) }
    // An empty file becomes a ledger once something writes to it.
    guard status.st_size > 0 else { return nil }
    return try openForReading(path)
  }

  /// Refuses a run of some hours for what `load` would refuse it for.
  ///
  /// - Parameters:
  ///   - scope: milliseconds UTC.
  ///   - place: where the run will be.
  /// - Throws: `LoadRefusal`, `LedgerError`, `SQLiteError`.
  package func refuseLoad(of scope: Range<Int64>, settings: LedgerSettings, from place: String) throws {
    try refuseUncountable(settings)
    try refuseHoursOfOthers(scope, place)
  }

  /// Refuses other settings, since a run cannot be counted again here.
  func refuseUncountable(_ settings: LedgerSettings) throws {
    let others = try database.prepare(
      """
      SELECT run FROM loaded_run WHERE (settings, ack_timeout_ms, ack_budget_ms) <> (?1, ?2, ?3) ORDER BY start_ms LIMIT 1
      """)
    others.bind(settings.modelDigest, at: 1)
    others.bind(settings.ackTimeout, at: 2)
    others.bind(settings.ackBudget, at: 3)
    if try others.step() { throw LoadedSumsError.otherSettings(path: path, run: others.text(0)) }
  }

  /// Loaded hours belong to one run; only a run of exactly the same hours can take their place.
  func refuseHoursOfOthers(_ scope: Range<Int64>, _ place: String) throws {
    guard let other = try loads().first(where: { $0.scope.overlaps(scope) && $0.scope != scope }) else {
      return
    }
    throw LoadRefusal(
      .ledger, at: place, "some of its hours are those of the run '\(other.name)', which is loaded",
      remedy:
        """
        take that away first with load-rollups --remove, or compute exactly its days again; days that were computed \
        one by one can be replaced one by one
        """)
  }

  /// - Returns: the `errno` of why a file cannot be written, or made where there is none; `nil` when it can.
  private static func problem(ofWriting file: String) -> Int32? {
    let folder = StorePath.folder(of: file)
    let isThere = FileCall.access(file, F_OK)
    let mayWrite = isThere ? FileCall.access(file, W_OK) : FileCall.access(folder, W_OK | X_OK)
    return mayWrite ? nil : errno
  }
}
