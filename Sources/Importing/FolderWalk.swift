internal import Glibc
internal import LogReading

/// The files behind the paths a user named: folders are walked, in byte order of names.
package enum FolderWalk {
  /// - Parameters:
  ///   - own: files to leave out of folders, whatever path leads to them: the ledger, its journal and its lock.
  /// - Returns: files in order; a path that cannot be looked at is kept, so that opening it tells why.
  package static func files(_ sources: [ImportSource], leavingOut own: [[UInt8]]) -> [FoundFile] {
    let own = Set(own.compactMap(FileNumber.init))
    return sources.flatMap { source -> [FoundFile] in
      guard case .path(let path) = source, isFolder(path) else {
        return [FoundFile(source: source, isNamed: true)]
      }
      return walk(path).filter { file in FileNumber(file).map { !own.contains($0) } ?? true }
        .map { FoundFile(source: .path($0), isNamed: false) }
    }
  }

  package struct FoundFile {
    package var source: ImportSource
    /// Whether the user named it; one that was found in a folder may be gone when it is opened, as rotation renames logs.
    package var isNamed: Bool
  }

  private static func walk(_ folder: [UInt8]) -> [[UInt8]] {
    var result: [[UInt8]] = []
    for name in names(in: folder) {
      let path = folder.last == UInt8(ascii: "/") ? folder + name : folder + [UInt8(ascii: "/")] + name
      // A link to a folder may lead in a circle, so only real folders are entered.
      if isFolder(path) {
        if !isLink(path) { result += walk(path) }
      } else if isFile(path) {
        result.append(path)
      }
    }
    return result
  }

  /// The names in a folder but those that begin with a dot.
  private static func names(in folder: [UInt8]) -> [[UInt8]] {
    (FolderList.names(in: folder) ?? []).filter { $0.first != UInt8(ascii: ".") }
  }

  static func status(_ path: [UInt8], followingLinks: Bool) -> stat? {
    var status = stat()
    let code = unsafe followingLinks ? stat(path.asCString, &status) : lstat(path.asCString, &status)
    return code == 0 ? status : nil
  }

  private static func mode(_ path: [UInt8], followingLinks: Bool) -> mode_t? {
    status(path, followingLinks: followingLinks).map { $0.st_mode & S_IFMT }
  }

  private static func isFolder(_ path: [UInt8]) -> Bool { mode(path, followingLinks: true) == S_IFDIR }
  private static func isFile(_ path: [UInt8]) -> Bool { mode(path, followingLinks: true) == S_IFREG }
  private static func isLink(_ path: [UInt8]) -> Bool { mode(path, followingLinks: false) == S_IFLNK }
}

extension [UInt8] {
  /// The bytes as a C string.
  fileprivate var asCString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
