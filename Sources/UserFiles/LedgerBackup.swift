import Files
import Glibc
import Ledger
import Prose
package import ReceiptModel

/// A copy of the ledger that can take its place: whole, checked and on the disk before it gets its name.
package struct LedgerBackup {
  private let databasePath: String
  /// Asked often; `true` leaves the copies that there were.
  private let shouldStop: @Sendable () -> Bool

  package init(databasePath: String, shouldStop: @escaping @Sendable () -> Bool) {
    self.databasePath = databasePath
    self.shouldStop = shouldStop
  }

  /// Puts a copy where the user said.
  ///
  /// - Throws: `Failure` for a place that holds something else than a former copy; `LedgerError`, `SQLiteError`.
  package func replace(_ path: String) throws { try replace(path, stagingAt: path + Self.staging) }

  /// What a copy that is being made is called: as `Staging` calls what is not whole, so it is no file of a user's own.
  private static let staging = ".staging-0"

  private func replace(_ path: String, stagingAt staging: String) throws {
    for place in [path, staging] { try refuseOwn(place) }
    var status = stat()
    if FileCall.linkStatus(path, &status), status.st_size > 0 || status.st_mode & S_IFMT != S_IFREG,
      try !LedgerReader.isLedger(path) || status.st_mode & S_IFMT != S_IFREG
    {
      throw Failure(
        .cannotWrite, "\(path.escapedForTerminal()): there is something other than a copy of a ledger",
        advice: "name another file; this one was not touched")
    }
    guard
      try LedgerCopy.write(
        LedgerReader.openForReading(databasePath), to: staging, shouldStop: shouldStop)
    else { throw Failure(.interrupted, "interrupted; the earlier copy stays") }
    guard FileCall.rename(staging, path) else {
      let failure = Failure.cannotWrite(path)
      FileCall.unlink(staging)
      throw failure
    }
    try FolderNames.flush(OutputFile.folder(of: path))
  }

  /// Puts a copy with the time in its name into a folder, and removes the oldest beyond a number.
  ///
  /// - Parameter keep: how many there may be; `nil` for any number.
  /// - Returns: the copy's path.
  package func add(to folder: String, at clock: Instant, keep: Int?) throws -> String {
    guard FileCall.mkdir(folder, 0o700) || errno == EEXIST, OutputFile.isFolder(folder) else {
      throw Failure.cannotWrite(folder)
    }
    let taken = Set(try copies(in: folder).map(\.text))
    let name = DatedName.first(DatedName.stamp(clock)) { taken.contains(fileName($0)) }
    let path = "\(folder)/\(fileName(name.text))"
    // One name for all, so that the next copy throws away what a killed one left.
    try replace(path, stagingAt: "\(folder)/\(stem)\(Self.staging)")
    if let keep { try removeAll(in: folder, but: keep) }
    return path
  }

  private var stem: String {
    let name = databasePath.split(separator: "/").last.map(String.init) ?? databasePath
    return name.hasSuffix(".db") ? String(name.dropLast(3)) : name
  }

  private func fileName(_ name: String) -> String { "\(stem)-\(name).db" }

  /// The copies that a folder holds, oldest first.
  private func copies(in folder: String) throws -> [(text: String, name: DatedName)] {
    try TextFile.names(in: folder).compactMap { file in
      guard file.hasPrefix(stem + "-"), file.hasSuffix(".db"),
        let name = DatedName(file.dropFirst(stem.count + 1).dropLast(3))
      else { return nil }
      return (file, name)
    }
    .sorted { $0.name < $1.name }
  }

  private func removeAll(in folder: String, but keep: Int) throws {
    for copy in try copies(in: folder).dropLast(keep) {
      guard FileCall.unlink("\(folder)/\(copy.text)") else {
        throw Failure.cannotWrite("\(folder)/\(copy.text)")
      }
    }
  }

  /// A copy over the ledger, its journal or its lock would be the end of it.
  private func refuseOwn(_ path: String) throws {
    var target = stat()
    // Where nothing can be looked at nothing can be written, which the writing tells.
    guard FileCall.status(path, &target) else { return }
    for own in ["", "-journal", ".lock"].map({ databasePath + $0 }) {
      var status = stat()
      guard FileCall.status(own, &status), status.st_dev == target.st_dev, status.st_ino == target.st_ino
      else { continue }
      throw Failure(
        .cannotWrite, "\(path.escapedForTerminal()) is the ledger itself, or its lock",
        advice: "name another file")
    }
  }
}
