import Files
import Glibc
import Importing
import LogReading
import Prose

/// The inputs that a user named: files and folders here, or places that only the engine can look at.
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

  /// The files behind paths, each once, folders walked as an import does, but for names that begin with `_`.
  ///
  /// Spark leaves such names out, too. A file to which several paths lead counts once, by the first of them.
  ///
  /// - Throws: `EngineError` when there are none, or a path leads nowhere.
  static func files(_ words: [String]) throws -> [[UInt8]] {
    for word in words {
      guard !isRemote(word) else {
        throw EngineError(
          .inputMissing, "\(word): not a file here", advice: "such addresses are read by --engine spark")
      }
      guard FileCall.access(word, R_OK) else {
        let reason = SystemReason.text(errno)
        throw EngineError(.inputMissing, "\(word): \(reason)")
      }
    }
    var known: Set<[UInt8]> = []
    let files = try words.flatMap(walk).filter { known.insert(withoutLinks($0) ?? $0).inserted }
    guard !files.isEmpty else {
      throw EngineError(
        .inputMissing, "no file to read",
        advice: "files whose names begin with . or _ are left out of folders, as Spark does")
    }
    return files
  }

  /// The files behind one path.
  private static func walk(_ word: String) throws -> [[UInt8]] {
    let named = Array(word.utf8)
    return try FolderWalk.files([.path(named)], leavingOut: []).compactMap { found in
      guard case .path(let path) = found.source else { return nil }
      if let trouble = found.trouble {
        throw EngineError(
          trouble.isOfDevice ? .deviceFailed : .inputMissing,
          "\(found.source.name): \(trouble.explanation)")
      }
      return found.isNamed || !isHidden(path.dropFirst(named.count)) ? path : nil
    }
  }

  /// Whether Spark leaves out a file that it finds on this way in a folder.
  static func isHidden(_ way: some Collection<UInt8>) -> Bool {
    way.split(separator: UInt8(ascii: "/")).contains { name in
      name.first == UInt8(ascii: "_") || name.first == UInt8(ascii: ".")
    }
  }

  /// An absolute path without links; `nil` when nothing is there.
  private static func withoutLinks(_ path: [UInt8]) -> [UInt8]? {
    FileCall.realpath(path)
  }

  /// A path without links, absolute even when nothing is there yet.
  package static func absolute(_ path: String) -> String {
    func real(_ path: String) -> String? {
      withoutLinks(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    if let place = real(path) { return place }
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    return real(folder).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" } ?? path
  }

  static func removeFile(_ path: String) -> Bool { FileCall.unlink(path) }
}
