import Files
import Glibc
import LogReading
import Prose

/// Inputs in Spark's spelling, after a look at those that lie here.
package struct SparkInputs {
  /// Addresses; those of local files without the meaning that Spark gives to some characters.
  package let addresses: [String]

  /// - Throws: `EngineError` for files that are not there, and for compressions that Spark would misread.
  package init(_ words: [String]) throws {
    for word in words where InputPaths.isRemote(word) { try Self.checkName(Array(word.utf8)) }
    let local = words.filter { !InputPaths.isRemote($0) }
    if !local.isEmpty {
      for path in local.map(InputPaths.absolute) {
        try Self.checkColon(path)
        try Self.checkHidden(path)
      }
      for file in try InputPaths.files(local) { try Self.check(file) }
    }
    addresses = Self.once(words).map { InputPaths.isRemote($0) ? $0 : "file:" + Self.escaped($0) }
  }

  /// Each input once, local ones as absolute paths: Spark reads an input that it is told twice as two logs.
  private static func once(_ words: [String]) -> [String] {
    var known: Set<String> = []
    let places = words.map { InputPaths.isRemote($0) ? $0 : InputPaths.absolute($0) }
      .filter { known.insert($0).inserted }
    return places.filter { place in
      InputPaths.isRemote(place) || !places.contains { $0 != place && isRead(place, with: $0) }
    }
  }

  /// Whether Spark comes to a path when it reads a folder.
  private static func isRead(_ path: String, with folder: String) -> Bool {
    let start = folder == "/" ? folder : folder + "/"
    return path.hasPrefix(start) && !InputPaths.isHidden(path.utf8.dropFirst(start.utf8.count))
  }

  /// Spark would take the path for a pattern.
  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { result, character in
      if "{}[]*?\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  /// Hadoop, through which Spark reads, takes what stands before a colon for the scheme of an address.
  static func checkColon(_ path: String) throws {
    guard path.contains(":") else { return }
    throw EngineError(
      .inputUnusable, "\(path): has a colon, which Spark does not allow in a path",
      advice: "move it to another folder, or rename it")
  }

  /// Spark reads a named folder with such a name, but nothing of a file with one.
  private static func checkHidden(_ path: String) throws {
    guard InputPaths.isHidden(path.utf8.split(separator: UInt8(ascii: "/")).last ?? []),
      FolderList.names(in: path) == nil
    else { return }
    throw EngineError(
      .inputUnusable, "\(path): Spark reads no file whose name begins with _ or .", advice: "rename it")
  }

  /// Spark unpacks by name only: it reads a file whose name does not fit as text, and refuses all lines of it.
  private static func check(_ path: [UInt8]) throws {
    try checkName(path)
    try checkColon(String(decoding: path, as: UTF8.self))
    // Spark cannot read a file that cannot be opened here either, and says so.
    let head = (try? InputFile(path: path).bytes(at: 0, count: 4)) ?? []
    let known: [(magic: [UInt8], suffix: String)] = [
      ([0x1F, 0x8B], ".gz"), ([0x28, 0xB5, 0x2F, 0xFD], ".zst"), (Array("BZh".utf8), ".bz2"),
    ]
    for (magic, suffix) in known where head.starts(with: magic) && !path.ends(with: suffix) {
      throw EngineError(
        .inputUnusable, "\(String(decoding: path, as: UTF8.self)): compressed, but not named \(suffix)",
        advice: "Spark goes by the name: rename it")
    }
  }

  private static func checkName(_ path: [UInt8]) throws {
    for (suffix, kind) in [(".snappy", "snappy"), (".lz4", "lz4")] where path.ends(with: suffix) {
      throw EngineError(
        .inputUnusable,
        "\(String(decoding: path, as: UTF8.self)): \(kind) as log services and tools write it, which Spark misreads",
        advice: "ship the log as gzip or zstd, or unpack it; import and --engine sqlite read it as it is")
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with suffix: String) -> Bool {
    suffix.utf8.elementsEqual(self.suffix(suffix.utf8.count))
  }
}
