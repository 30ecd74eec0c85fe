package import Prose

/// One verb of the program.
package struct Command: Sendable {
  package let name: String
  /// What it does, for the list of commands: no capital, no full stop.
  package let summary: String
  package let group: CommandGroup
  /// What its own help says beyond the summary; paragraphs are separated by blank lines.
  package let discussion: String
  package let examples: [Example]
  /// Its option table without what is hidden, for help, completions and documentation.
  package let rows: [OptionRow]
  private let action: @Sendable ([String]) throws -> Int32

  /// - Parameters:
  ///   - table: the rows that fill `defaults`.
  ///   - exitStatus: what the process ends with, where options ask for the numbers of another program.
  ///   - run: does the work and says how the program ends; it throws what stops it.
  package init<Options: Sendable>(
    _ name: String, summary: String, group: CommandGroup, discussion: String = "", examples: [Example],
    table: [Option<Options>], defaults: Options,
    exitStatus: @escaping @Sendable (Options, ExitCode) -> Int32 = { _, code in code.rawValue },
    run: @escaping @Sendable (Options) throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.group = group
    self.discussion = discussion
    self.examples = examples
    rows = table.map(\.row).filter { !$0.isHidden }
    action = { words in
      let options = try table.parse(words, into: defaults)
      return exitStatus(options, try run(options))
    }
  }

  /// Reads the words after the command's name and does the work.
  ///
  /// - Returns: what the process is to end with.
  package func run(_ words: [String]) throws -> Int32 { try action(words) }

  /// What the command's description lacks, in words for a test; empty when it is complete.
  package var problems: [String] {
    var problems = rows.flatMap(\.problems)
    if summary.isEmpty { problems.append("no summary") }
    if examples.isEmpty { problems.append("no example") }
    var seen: Set<String> = []
    for option in rows.flatMap(\.names) where !seen.insert(option).inserted {
      problems.append("\(option) stands twice in the table")
    }
    return problems.map { "\(name): \($0)" }
  }
}

/// The headings of the list of commands, in order.
package enum CommandGroup: String, CaseIterable, Sendable {
  case load = "Load"
  case see = "See"
  case watch = "Watch"
  case learn = "Learn"
  case operate = "Operate"

  var title: Phrase { Phrase(.term(rawValue)) }
}

/// A command line that can be typed as it stands, and what it does.
package struct Example: Equatable, Sendable {
  package let line: String
  package let meaning: String

  package init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// A text of its own, shown by `help NAME`.
///
/// Its text is asked for in a language; lines that begin with a space are shown as they are.
package struct HelpTopic: Sendable {
  package let name: String
  package let summary: String
  package let text: @Sendable (Language) -> String

  package init(_ name: String, summary: String, text: @escaping @Sendable (Language) -> String) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}
