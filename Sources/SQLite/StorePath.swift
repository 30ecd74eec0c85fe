import Files
import Glibc

/// The one spelling under which a store may be opened.
package enum StorePath {
  /// Makes a path absolute and resolves the links of its folder, but not of its last component.
  ///
  /// Absolute, because Debian's SQLite takes a relative path that begins with `file:` for a URI and honours its
  /// options; with the folder resolved, because `SQLITE_OPEN_NOFOLLOW` refuses linked folders too.
  ///
  /// - Throws: `SQLiteError` when the folder does not exist, or the path names no file.
  package static func resolve(_ path: String) throws -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else {
      throw SQLiteError(code: .cannotOpen, message: "not the name of a file", context: path)
    }
    // With a null second argument `realpath` allocates the result, which is ours to free.
    guard let resolved = unsafe realpath(folder, nil) else {
      let reason = SystemReason.text(errno)
      throw SQLiteError(code: .cannotOpen, message: reason, context: path)
    }
    defer { unsafe free(resolved) }
    let base = unsafe String(cString: resolved)
    return base == "/" ? "/\(name)" : "\(base)/\(name)"
  }

  /// The folder that a file is in, as its path names it.
  package static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  /// The file that a link leads to in the end; `nil` when there is none.
  package static func target(ofLink path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}
