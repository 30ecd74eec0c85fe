import CommandLineKit
import ConfigurationReading
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
      return report(error, of: words).rawValue
    }
  }

  private static func report(_ error: any Error, of words: [String]) -> ExitCode {
    if let write = error as? WriteError, write.cause == .readerGone { Signals.endByClosedPipe() }
    let failure = Failure(error)
    let command = PushLedger.program.commands.first { $0.name == words.first }?.name
    let prefix = ["pushledger", command].compactMap(\.self).joined(separator: " ")
    try? DescriptorWriter.standardError.write(failure.report(prefix: prefix, in: language(of: words)))
    return failure.exitCode
  }

  /// The language to tell a failure in, which may have come before any option or file was read, or of reading them.
  private static func language(of words: [String]) -> Language {
    let options = CommonOptions.table.readable(words, into: CommonOptions())
    return ConfigurationLoader(options: options.loading).languageOfFailures()
  }
}
