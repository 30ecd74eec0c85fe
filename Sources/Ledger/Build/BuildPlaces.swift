import Files
import Glibc
import SQLite

/// The files in which a ledger is built, beside it; they go with this value, however far the build came.
final class BuildPlaces {
  /// Collects what is small.
  let parts: String
  /// Takes the ledger's place.
  let new: String

  /// What the names of both end with; nobody else gives such names to files beside a database.
  static let endings = ["-parts", "-build"]

  /// - Parameter path: of the ledger; what stands beside it under these names is thrown away.
  init(beside path: String) throws {
    parts = path + Self.endings[0]
    new = path + Self.endings[1]
    for place in [parts, new] {
      guard !FileCall.unlink(place), errno != ENOENT else { continue }
      throw SQLiteError(errno: errno, context: place)
    }
  }

  deinit {
    for place in [parts, new] { FileCall.unlink(place) }
  }
}
