import Glibc
import LogReading

/// Why DuckDB gave no result, by how it ended and what it wrote.
enum DuckDBFailure {
  /// - Parameter log: the file of what it wrote.
  /// - Returns: `nil` when it ended as it should.
  static func of(_ outcome: ChildWatch.Outcome, log: String, timeout: Duration?) -> EngineFailure? {
    let bytes = (try? InputFile(path: log).bytes(at: 0, count: 1 << 16)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0.prefix(300)) }
    let tail = lines.suffix(EngineFailure.tailLength).map(\.self)
    return EngineFailure.of(outcome, engine: "DuckDB", timeout: timeout, tail: tail) { code in
      exited(code, lines, tail)
    }
  }

  private static func exited(_ code: Int32, _ lines: [String], _ tail: [String]) -> EngineFailure {
    func says(_ words: String) -> Bool { lines.contains { $0.contains(words) } }
    func failure(
      _ words: String, _ advice: String?, _ kind: EngineError.Kind = .engineFailed
    ) -> EngineFailure {
      EngineFailure(kind: kind, words: "DuckDB \(words) (exit code \(code))", advice: advice, tail: tail)
    }
    if says("No space left on device") {
      return EngineFailure(
        kind: .diskFull, words: "disk full: DuckDB found no room", advice: "make room and run it again",
        tail: tail)
    }
    if says("Out of Memory Error") {
      return failure("ran out of memory", "compute fewer days at a time, or on a larger machine")
    }
    if code == 128 + SIGKILL { return failure("was killed", "by the system, mostly for want of memory") }
    if code == 128 + SIGTERM { return failure("was told to end", "by somebody else; run it again") }
    if code == 127 {
      return failure("could not be started", "see whether duckdb runs by hand", .engineMissing)
    }
    return failure("failed", nil)
  }
}
