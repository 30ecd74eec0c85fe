import CommandLineKit
import Files
import Operations
import Prose

extension CommonOptions {
  /// A line that says on a terminal that work goes on, once it has taken a second.
  func working(_ words: String) -> WorkingLine {
    let terminal = Terminal.current()
    return WorkingLine(words, isShown: terminal.errorIsTerminal && !quiet, width: terminal.width)
  }

  /// Does work that writes nothing beside such a line.
  func showing<Value>(_ words: String, while work: () throws -> Value) rethrows -> Value {
    let line = working(words)
    defer { line.end() }
    return try work()
  }

  /// Says which files were written.
  func tellWritten(_ paths: [String], in session: Session) throws {
    guard !quiet, !paths.isEmpty else { return }
    let told = SpokenLines.written(paths.map { $0.escapedForTerminal() })
    try DescriptorWriter.standardError.write(told.told(in: session.language) + "\n")
  }

  /// Says how many files were written into a folder.
  func tellWritten(_ count: Int, into folder: String, in session: Session) throws {
    guard !quiet else { return }
    let told = SpokenLines.written(count, into: folder.escapedForTerminal())
    try DescriptorWriter.standardError.write(told.told(in: session.language) + "\n")
  }
}
