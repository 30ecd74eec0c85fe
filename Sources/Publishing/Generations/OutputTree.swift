import Files
import Glibc
import Ledger
import Prose
package import UserFiles

/// The folder that runs write into.
///
///     generations/20260921T221320Z/   the files of a run, manifest.json among them
///     current                         a link to the generation that counts
///     index.md                        all kept generations
///     last-success, run.log, pushledger.prom
///
/// Whoever changes it holds its lock, so a run that died left whatever stands under a hidden name.
package struct OutputTree {
  package let path: String

  package init(path: String) { self.path = path }

  package var generationsPath: String { "\(path)/generations" }
  private var stagingPath: String { "\(generationsPath)/.staging" }
  private var removingPath: String { "\(generationsPath)/.removing" }
  private var linkPath: String { "\(path)/.current" }

  /// The name that its lock is called after.
  package var lockPath: String { "\(path)/run" }

  /// - Throws: `Failure` of kind `cannotWrite`, as everything here.
  package func make() throws {
    for folder in [path, generationsPath] {
      guard FileCall.mkdir(folder, 0o750) || errno == EEXIST else {
        throw Failure.cannotWrite(folder)
      }
    }
  }

  /// Removes what runs that died have left.
  package func sweep() throws {
    for folder in [stagingPath, removingPath] { try Self.remove(folder: folder) }
    FileCall.unlink(linkPath)
    Staging.removeDead("\(path)/")
  }

  /// Every generation, oldest first.
  package func generations() throws -> [DatedName] {
    try TextFile.names(in: generationsPath).compactMap { DatedName($0) }.sorted()
  }

  /// The generation that counts; `nil` before the first.
  ///
  /// - Throws: `Failure` when a link cannot be read: the generation that counts could otherwise be removed as
  ///   old.
  package func current() throws -> DatedName? {
    guard let text = FileCall.readlink("\(path)/current") else {
      // There is nothing, or no link, so none counts.
      guard errno == ENOENT || errno == EINVAL else { throw Failure.cannotWrite("\(path)/current") }
      return nil
    }
    let prefix = "generations/"
    return text.hasPrefix(prefix) ? DatedName(text.dropFirst(prefix.count)) : nil
  }

  /// The manifest of a generation; `nil` when it cannot be read.
  package func manifest(of name: DatedName) -> [UInt8]? {
    (try? TextFile.read("\(generationsPath)/\(name.text)/manifest.json", limit: 1 << 24)).map {
      Array($0.utf8)
    }
  }

  /// A new empty folder for the files of a generation, which nobody sees.
  package func stage() throws -> StagedGeneration {
    guard FileCall.mkdir(stagingPath, 0o750) else { throw Failure.cannotWrite(stagingPath) }
    return StagedGeneration(path: stagingPath)
  }

  /// Gives a staged generation its name, and makes it the one that counts.
  ///
  /// - Parameter manifest: shows whether another generation has the same files.
  /// - Returns: the name, which has a number when the moment has another generation already.
  package func publish(
    _ staged: consuming StagedGeneration, stamp: String, manifest: [UInt8]
  ) throws -> DatedName {
    let all = try generations()
    // A run that ended before it set the link has done all the rest of its work.
    if let same = all.last, same.stamp == stamp, self.manifest(of: same) == manifest {
      _ = consume staged
      try follow(same)
      return same
    }
    let taken = Set(all.map(\.text))
    let name = DatedName.first(stamp, isTaken: taken.contains)
    let place = "\(generationsPath)/\(name.text)"
    try FolderNames.flush(stagingPath)
    guard FileCall.rename(stagingPath, place) else { throw Failure.cannotWrite(place) }
    staged.wasPublished()
    try FolderNames.flush(generationsPath)
    try follow(name)
    return name
  }

  /// Makes a generation the one that counts.
  private func follow(_ name: DatedName) throws {
    let link = "\(path)/current"
    // A link cannot be changed, but another can take its name, and a reader sees one or the other.
    guard FileCall.symlink("generations/\(name.text)", linkPath), FileCall.rename(linkPath, link) else {
      throw Failure.cannotWrite(link)
    }
    try FolderNames.flush(path)
  }

  /// Removes the oldest generations beyond a number, but never the one that counts.
  ///
  /// - Returns: those that are left, oldest first.
  package func prune(keeping count: Int) throws -> [DatedName] {
    let all = try generations()
    let current = try current()
    let old = all.dropLast(count).filter { $0 != current }
    for name in old {
      // Renamed out of sight first, so that a reader finds all of a generation or none.
      let place = "\(generationsPath)/\(name.text)"
      guard FileCall.rename(place, removingPath) else { throw Failure.cannotWrite(place) }
      try Self.remove(folder: removingPath)
    }
    return all.filter { !old.contains($0) }
  }

  /// Removes a folder with all that is in it, when there is one; links in it are removed and not followed.
  private static func remove(folder: String) throws {
    guard let mode = mode(folder) else { return }
    guard mode & S_IFMT == S_IFDIR else {
      throw Failure(.cannotWrite, "\(folder.escapedForTerminal()): not a folder; remove it")
    }
    for name in try TextFile.names(in: folder) {
      let path = "\(folder)/\(name)"
      if let mode = Self.mode(path), mode & S_IFMT == S_IFDIR {
        try remove(folder: path)
      } else if !FileCall.unlink(path) {
        throw Failure.cannotWrite(path)
      }
    }
    guard FileCall.rmdir(folder) else { throw Failure.cannotWrite(folder) }
  }

  private static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return FileCall.linkStatus(path, &status) ? status.st_mode : nil
  }
}
