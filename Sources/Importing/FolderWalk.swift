import Files
import Glibc
package import LogReading

/// The files behind the paths a user named: folders are walked, in byte order of names.
package enum FolderWalk {
  /// - Parameters:
  ///   - own: files to leave out of folders, whatever path leads to them: the ledger, its journal and its lock.
  /// - Returns: files in order; a path or a folder that cannot be looked at is kept, and says why.
  package static func files(_ sources: [ImportSource], leavingOut own: [[UInt8]]) -> [FoundFile] {
    let own = Set(own.compactMap(FileNumber.init))
    return sources.flatMap { source -> [FoundFile] in
      guard case .path(let path) = source else { return [FoundFile(source: source, isNamed: true)] }
      guard let mode = mode(path, followingLinks: true) else {
        return [FoundFile(source: source, isNamed: true, trouble: InputError(openErrno: errno))]
      }
      guard mode == S_IFDIR else { return [FoundFile(source: source, isNamed: true)] }
      return walk(path, isNamed: true).filter { found in
        guard case .path(let file) = found.source else { return true }
        // What cannot be looked at is not left out: whoever opens it says what is wrong with it.
        return FileNumber(file).map { !own.contains($0) } ?? true
      }
    }
  }

  package struct FoundFile {
    package var source: ImportSource
    /// Whether the user named it; one that was found in a folder may be gone when it is opened, as rotation renames logs.
    package var isNamed: Bool
    /// Why what is behind it is not known: a folder that cannot be listed, or a file that cannot be looked at.
    package var trouble: InputError?
  }

  private static func walk(_ folder: [UInt8], isNamed: Bool = false) -> [FoundFile] {
    guard let names = FolderList.names(in: folder) else {
      return [FoundFile(source: .path(folder), isNamed: isNamed, trouble: InputError(openErrno: errno))]
    }
    var result: [FoundFile] = []
    for name in names where name.first != UInt8(ascii: ".") {
      let path = folder.last == UInt8(ascii: "/") ? folder + name : folder + [UInt8(ascii: "/")] + name
      let file = FoundFile(source: .path(path), isNamed: false)
      switch mode(path, followingLinks: true) {
      // A link to a folder may lead in a circle, so only real folders are entered.
      case S_IFDIR?: if !isLink(path) { result += walk(path) }
      case S_IFREG?: result.append(file)
      // A pipe, a socket, a device: no log.
      case .some: break
      case nil:
        // Renamed since it was listed, or a link that leads nowhere.
        guard errno != ENOENT, errno != ELOOP else { continue }
        result.append(FoundFile(source: file.source, isNamed: false, trouble: InputError(openErrno: errno)))
      }
    }
    return result
  }

  private static func mode(_ path: [UInt8], followingLinks: Bool) -> mode_t? {
    FileCall.status(of: path, followingLinks: followingLinks).map { $0.st_mode & S_IFMT }
  }

  private static func isLink(_ path: [UInt8]) -> Bool { mode(path, followingLinks: false) == S_IFLNK }
}
