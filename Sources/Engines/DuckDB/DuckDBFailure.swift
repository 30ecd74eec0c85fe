import LogReading
import Prose

/// Why DuckDB gave no result, by how it ended and what it wrote.
enum DuckDBFailure {
  /// - Parameter log: the file of what it wrote.
  /// - Returns: `nil` when it ended as it should.
  static func of(_ outcome: ChildWatch.Outcome, log: String, timeout: Duration?) -> EngineFailure? {
    let bytes = (try? InputFile(path: log).bytes(at: 0, count: 1 << 16)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0.prefix(300)) }
    let tail = Array(lines.suffix(EngineFailure.tailLength))
    func says(_ words: String) -> Bool { lines.contains { $0.contains(words) } }
    return EngineFailure.of(
      outcome, engine: "DuckDB", program: "duckdb", timeout: timeout, tail: tail
    ) { code in
      if says("No space left on device") {
        return EngineFailure(
          kind: .diskFull, words: "disk full: DuckDB found no room", advice: "make room and run it again",
          tail: tail)
      }
      guard says("Out of Memory Error") else { return nil }
      return EngineFailure(
        kind: .engineFailed, words: "DuckDB ran out of memory (exit code \(code))",
        advice: "compute fewer days at a time, or on a larger machine", tail: tail)
    }
  }
}
