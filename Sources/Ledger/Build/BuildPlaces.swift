internal import Glibc
internal import SQLite

/// The files in which a ledger is built, beside it; they are removed with this, however far the build came.
final class BuildPlaces {
  /// What is small is collected here.
  let parts: String
  /// What takes the ledger's place.
  let new: String

  /// - Parameter path: of the ledger. Nobody else gives such names to files beside a database; what stands there is
  ///   thrown away.
  init(beside path: String) throws {
    parts = path + "-parts"
    new = path + "-build"
    for place in [parts, new] {
      guard unsafe unlink(place) != 0, errno != ENOENT else { continue }
      throw SQLiteError(errno: errno, context: place)
    }
  }

  deinit {
    for place in [parts, new] { unsafe unlink(place) }
  }
}
