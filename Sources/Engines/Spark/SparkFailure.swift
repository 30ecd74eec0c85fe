import Prose

/// Why Spark gave no result, by how it ended and what its log says.
enum SparkFailure {
  /// - Returns: `nil` when it ended as it should.
  static func of(_ outcome: ChildWatch.Outcome, _ log: SparkLog, timeout: Duration?) -> EngineFailure? {
    EngineFailure.of(
      outcome, engine: "Spark", program: "bin/spark-sql", timeout: timeout,
      tail: log.tail(EngineFailure.tailLength)
    ) { exited($0, log) }
  }

  private static func exited(_ code: Int32, _ log: SparkLog) -> EngineFailure? {
    let tail = log.tail(EngineFailure.tailLength)
    func failure(
      _ words: Phrase, _ advice: Phrase?, _ kind: EngineError.Kind = .engineFailed
    ) -> EngineFailure {
      EngineFailure(kind: kind, words: words, advice: advice, tail: tail)
    }
    if log.tellsOfFullDisk {
      return failure(
        "disk full: Spark found no room", "make room where it runs, or set spark.local.dir", .diskFull)
    }
    if code == 52 || log.tellsOfNoMemory {
      return failure(
        "Spark ran out of memory (exit code \(figure: "\(code)"))",
        "give it more: --spark-arg=--driver-memory=4g, and --executor-memory on a cluster")
    }
    guard let reason = log.errorClass, ![127, 137, 143].contains(code) else { return nil }
    return failure("Spark failed with \(reason) (exit code \(code))", nil)
  }
}
