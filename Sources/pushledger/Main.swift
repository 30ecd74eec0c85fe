import CommandLineKit
import Files
import Glibc
import Operations
import Prose

@main
struct Main {
  /// Reads the command line, runs the command and ends with its exit code.
  static func main() {
    Allocator.returnsLargePieces()
    Descriptors.fillStandard()
    Signals.becomeErrors()
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> Int32 {
    do {
      switch try PushLedger.program.request(words, width: Terminal.current().width) {
      case .show(let text): try DescriptorWriter.standardOutput.write(text)
      case .refuse(let text):
        try DescriptorWriter.standardError.write(text)
        return ExitCode.usage.rawValue
      case .run(let command, let rest): return try command.run(rest)
      }
      return ExitCode.done.rawValue
    } catch {
      return report(error, command: words.first).rawValue
    }
  }

  private static func report(_ error: any Error, command: String?) -> ExitCode {
    if let write = error as? WriteError, write.cause == .readerGone { Signals.endByClosedPipe() }
    let failure = Failure(error)
    let known = PushLedger.program.commands.contains { $0.name == command }
    let prefix = known ? "pushledger \(command ?? "")" : "pushledger"
    try? DescriptorWriter.standardError.write(failure.report(prefix: prefix))
    return failure.exitCode
  }
}
