/// Why an engine gave no result, by how it ended and what its log says.
struct EngineFailure: Equatable {
  let kind: EngineError.Kind
  let words: String
  let advice: String?
  /// The end of the log.
  let tail: [String]

  static let tailLength = 12

  /// - Parameters:
  ///   - engine: its name in messages.
  ///   - tail: the end of its log.
  ///   - exited: what an exit code other than 0 means; of one that was killed it is 128 and the signal's number.
  /// - Returns: `nil` when it ended as it should.
  static func of(
    _ outcome: ChildWatch.Outcome, engine: String, timeout: Duration?, tail: [String],
    exited: (Int32) -> EngineFailure
  ) -> EngineFailure? {
    switch outcome {
    case .ended(.exited(0)): nil
    case .interrupted:
      EngineFailure(kind: .interrupted, words: "interrupted; nothing was kept", advice: nil, tail: [])
    case .timedOut:
      EngineFailure(
        kind: .engineFailed, words: "\(engine) was ended after \(timeout?.components.seconds ?? 0) s",
        advice: "give it more with --timeout, or a larger machine or cluster", tail: tail)
    case .ended(.exited(let code)): exited(code)
    case .ended(.killed(let signal)): exited(128 + signal)
    }
  }

  /// The error that is told.
  var error: EngineError {
    EngineError(kind, words + tail.map { "\n  " + $0 }.joined(), advice: advice)
  }
}
