import Foundation
import TestSupport
import Testing

/// Programs under strace, which harms them at a system call of one's choice.
enum Tracing {
  /// Whether strace is installed and may do here what it is for.
  static let isPossible: Bool = {
    guard let strace = ProgramRun.path(of: "strace") else { return false }
    return (try? ProgramRun(strace, ["-o", "/dev/null", "/bin/true"]).code) == 0
  }()

  static let skipped: Comment = "strace is not installed, or may not trace here"

  /// Runs a program and harms it at the n-th call of a kind.
  ///
  /// - Parameters:
  ///   - step: after how many calls it harms again; not for only once.
  ///   - harm: in strace's words, `signal=SIGKILL` or `error=ENOSPC`.
  ///   - file: a file in the folder, when only calls on it count.
  static func run(
    _ words: [String], in folder: ScratchFolder, _ call: String, _ number: Int, every step: Int? = nil,
    _ harm: String, on file: String? = nil
  ) throws -> ProgramRun {
    let strace = try #require(ProgramRun.path(of: "strace"))
    return try ProgramRun(
      strace,
      [
        "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):\(harm):when=\(number)\(step.map { "+\($0)" } ?? "")",
      ]
        + (file.map { ["-P", folder.path($0)] } ?? []) + words,
      in: folder.url.path, environment: ["PATH": "/usr/bin:/bin"])
  }

  /// The number of the first call of a kind whose arguments contain a text, by an undisturbed run.
  static func number(_ words: [String], in folder: ScratchFolder, _ call: String, of text: String) throws
    -> Int?
  {
    let strace = try #require(ProgramRun.path(of: "strace"))
    let trace = folder.path("trace.txt")
    _ = try ProgramRun(
      strace, ["-f", "-o", trace, "-e", "trace=\(call)"] + words, in: folder.url.path,
      environment: ["PATH": "/usr/bin:/bin"])
    let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").filter {
      $0.contains("\(call)(")
    }
    return calls.firstIndex { $0.contains(text) }.map { $0 + 1 }
  }
}
