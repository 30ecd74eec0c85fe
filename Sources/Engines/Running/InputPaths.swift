import Glibc
import Importing

/// What a user named as input: files and folders here, or places that only the engine can look at.
package enum InputPaths {
  /// Whether a word is the address of something elsewhere, such as `oss://bucket/logs`.
  package static func isRemote(_ word: String) -> Bool {
    guard let mark = word.firstRange(of: "://"), mark.lowerBound > word.startIndex else { return false }
    return word[..<mark.lowerBound].utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }

  /// The files behind paths, folders walked as an import does, but for names that begin with `_`, which Spark leaves out.
  ///
  /// - Throws: `EngineError` when there are none, or a path leads nowhere.
  static func files(_ words: [String]) throws -> [[UInt8]] {
    for word in words {
      guard !isRemote(word) else {
        throw EngineError(
          .inputMissing, "\(word): not a file here", advice: "such addresses are read by --engine spark")
      }
      guard unsafe access(word, R_OK) == 0 else {
        let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "cannot be read"
        throw EngineError(.inputMissing, "\(word): \(reason)")
      }
    }
    let files = FolderWalk.files(words.map { ImportSource.path(Array($0.utf8)) }, leavingOut: [])
      .compactMap { found -> [UInt8]? in
        guard case .path(let path) = found.source else { return nil }
        return found.isNamed || !isHidden(path, below: words) ? path : nil
      }
    guard !files.isEmpty else {
      throw EngineError(
        .inputMissing, "no file to read",
        advice: "files whose names begin with . or _ are left out of folders, as Spark does")
    }
    return files
  }

  /// Whether a name on the way from a named folder to a file begins with `_`.
  private static func isHidden(_ path: [UInt8], below words: [String]) -> Bool {
    words.contains { word in
      let folder = Array(word.utf8)
      return path.starts(with: folder)
        && path.dropFirst(folder.count).split(separator: UInt8(ascii: "/")).contains {
          $0.first == UInt8(ascii: "_")
        }
    }
  }

  /// A path without links, absolute even when nothing is there yet.
  package static func absolute(_ path: String) -> String {
    func real(_ path: String) -> String? {
      guard let place = unsafe realpath(path, nil) else { return nil }
      defer { unsafe free(place) }
      return unsafe String(cString: place)
    }
    if let place = real(path) { return place }
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return real(folder).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" } ?? path
  }

  static func removeFile(_ path: String) -> Bool { unsafe unlink(path) == 0 }
}
