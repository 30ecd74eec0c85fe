import Glibc

/// Why Spark gave no result, by how it ended and what its log says.
struct SparkFailure: Equatable {
  let kind: EngineError.Kind
  let words: String
  let advice: String?
  /// The end of the log.
  let tail: [String]

  private static let tailLength = 12

  /// - Returns: `nil` when it ended as it should.
  static func of(_ outcome: ChildWatch.Outcome, _ log: SparkLog, timeout: Duration?) -> SparkFailure? {
    switch outcome {
    case .ended(.exited(0)): return nil
    case .interrupted:
      return SparkFailure(kind: .interrupted, words: "interrupted; nothing was kept", advice: nil, tail: [])
    case .timedOut:
      return SparkFailure(
        kind: .engineFailed, words: "Spark was ended after \(timeout?.components.seconds ?? 0) s",
        advice: "give it more with --timeout, or a larger cluster", tail: log.tail(tailLength))
    case .ended(.exited(let code)): return exited(code, log)
    case .ended(.killed(let signal)): return exited(128 + signal, log)
    }
  }

  private static func exited(_ code: Int32, _ log: SparkLog) -> SparkFailure {
    let tail = log.tail(tailLength)
    func failure(_ words: String, _ advice: String?, _ kind: EngineError.Kind = .engineFailed) -> SparkFailure
    {
      SparkFailure(kind: kind, words: words, advice: advice, tail: tail)
    }
    if log.tellsOfFullDisk {
      return failure(
        "Spark found no room on a disk", "make room where it runs, or set spark.local.dir", .diskFull)
    }
    if code == 52 || log.tellsOfNoMemory {
      return failure(
        "Spark ran out of memory (exit code \(code))",
        "give it more: --spark-arg=--driver-memory=4g, and --executor-memory on a cluster")
    }
    if code == 128 + SIGKILL {
      return failure(
        "Spark was killed (exit code 137)", "by the system, mostly for want of memory; see its log")
    }
    if code == 128 + SIGTERM {
      return failure("Spark was told to end (exit code 143)", "by somebody else; run it again")
    }
    if code == 127 {
      return failure(
        "Spark could not be started (exit code 127)", "see whether bin/spark-sql runs by hand", .engineMissing
      )
    }
    let reason = log.errorClass.map { " with \($0)" } ?? ""
    return failure("Spark failed\(reason) (exit code \(code))", nil)
  }

  /// The error that is told.
  func error(log: String?) -> EngineError {
    let lines = tail.map { "\n  " + $0 }.joined()
    let place = log.map { "the whole log is in \($0)" }
    let next = [advice, place].compactMap(\.self).joined(separator: "; ")
    return EngineError(kind, words + lines, advice: next.isEmpty ? nil : next)
  }
}
