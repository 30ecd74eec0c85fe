import Glibc
import Prose

/// Why an engine gave no result, by how it ended and what its log says.
struct EngineFailure: Equatable {
  let kind: EngineError.Kind
  let words: Phrase
  let advice: Phrase?
  /// The end of the log.
  let tail: [String]

  static let tailLength = 12

  /// - Parameters:
  ///   - engine: its name in messages.
  ///   - tail: the end of its log.
  ///   - program: its name in advice.
  ///   - exited: what an exit code other than 0 means to this engine; `nil` where it means what it does to all.
  /// - Returns: `nil` when it ended as it should.
  static func of(
    _ outcome: ChildWatch.Outcome, engine: String, program: String, timeout: Duration?, tail: [String],
    exited: (Int32) -> EngineFailure?
  ) -> EngineFailure? {
    // As a shell reports it: 128 plus the signal's number.
    func ended(_ code: Int32) -> EngineFailure {
      if let own = exited(code) { return own }
      func failure(_ words: Phrase, _ advice: Phrase?, _ kind: EngineError.Kind = .engineFailed)
        -> EngineFailure
      {
        EngineFailure(kind: kind, words: "\(words) (exit code \(code))", advice: advice, tail: tail)
      }
      switch code {
      case 128 + SIGKILL:
        return failure("\(engine) was killed", "by the system, usually for lack of memory; see its log")
      case 128 + SIGTERM: return failure("\(engine) was told to end", "by somebody else; run it again")
      case 127:
        return failure("\(engine) could not be started", "try to run \(program) by hand", .engineMissing)
      default: return failure("\(engine) failed", nil)
      }
    }
    return switch outcome {
    case .ended(.exited(0)): nil
    case .interrupted:
      EngineFailure(kind: .interrupted, words: "interrupted; nothing was kept", advice: nil, tail: [])
    case .timedOut:
      EngineFailure(
        kind: .engineFailed,
        words: "\(engine) was ended after \(figure: "\(timeout?.components.seconds ?? 0)") s",
        advice: "give it more with --timeout, or a larger machine or cluster", tail: tail)
    case .ended(.exited(let code)): ended(code)
    case .ended(.killed(let signal)): ended(128 + signal)
    }
  }

  /// The error to report.
  var error: EngineError {
    EngineError(kind, tail.reduce(words) { $0 + .figure("\n  ") + .text($1) }, advice: advice)
  }
}
