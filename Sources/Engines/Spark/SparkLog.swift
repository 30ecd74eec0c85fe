import LogReading

/// Spark's output while it ran, and what in it says why Spark failed.
struct SparkLog {
  let lines: [Substring]

  /// Reads the end of a log: reasons stand last.
  init(path: String) {
    self.init(text: String(decoding: (try? Self.end(of: path)) ?? [], as: UTF8.self))
  }

  private static func end(of path: String) throws(InputError) -> [UInt8] {
    let limit: Int64 = 1 << 20
    let file = try InputFile(path: path)
    let size = file.size ?? 0
    return try file.bytes(at: max(0, size - limit), count: Int(min(size, limit)))
  }

  init(text: String) { lines = text.split(separator: "\n") }

  /// The class that Spark gives an error: `PATH_NOT_FOUND` of `[PATH_NOT_FOUND] Path does not exist`.
  var errorClass: String? {
    for line in lines {
      for piece in line.split(separator: "[", omittingEmptySubsequences: false).dropFirst() {
        guard let end = piece.firstIndex(of: "]") else { continue }
        let name = piece[..<end]
        let isClass = name.utf8.allSatisfy { byte in
          (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        if isClass, name.utf8.count > 4, name.contains("_") { return String(name) }
      }
    }
    return nil
  }

  var tellsOfFullDisk: Bool { lines.contains { $0.contains("No space left on device") } }

  var tellsOfNoMemory: Bool { lines.contains { $0.contains("java.lang.OutOfMemoryError") } }

  /// The last lines without the frames of Java's stack.
  func tail(_ count: Int) -> [String] {
    lines.filter { line in
      let words = line.drop { $0 == "\t" }
      return words.count == line.count || !words.hasPrefix("at ") && !words.hasPrefix("...")
    }.suffix(count).map {
      String($0.prefix(300))
    }
  }
}
