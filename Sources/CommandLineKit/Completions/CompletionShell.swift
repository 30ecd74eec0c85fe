/// A shell that completions can be written for.
package enum CompletionShell: String, CaseIterable, ArgumentValue, Sendable {
  case bash, zsh, fish

  /// The script that teaches this shell the program's command line.
  ///
  /// It is made of the option tables that `--help` shows. Names that depend on the user's files it asks the program for,
  /// as it is found in the search path and not as it was typed: completing a line must not run what the line names.
  package func script(for program: Program) -> String {
    switch self {
    case .bash: BashCompletion(program: program).script
    case .zsh: ZshCompletion(program: program).script
    case .fish: FishCompletion(program: program).script
    }
  }
}

/// A command as shells complete it.
struct CompletedCommand {
  let name: String
  let summary: String
  /// Everything that stands after a dash.
  let options: [OptionRow]
  /// The words that are not options, if it takes any.
  let rest: OptionRow?

  init(name: String, summary: String, rows: [OptionRow]) {
    self.name = name
    self.summary = summary
    options = rows.filter { !$0.names.isEmpty } + Program.everywhere
    rest = rows.first { $0.names.isEmpty }
  }
}

extension Program {
  /// Every command, and `help`, which is none.
  var completed: [CompletedCommand] {
    let topics = commands.map(\.name) + topics.map(\.name) + manuals.map(\.name)
    let help = CompletedCommand(
      name: "help", summary: Self.helpSummary,
      rows: [
        OptionRow(shape: .rest(limit: 1), names: [], placeholder: "TOPIC", help: "", choices: topics),
        OptionRow(
          shape: .flag, names: ["--man"], placeholder: "", help: "print a manual page", choices: []),
      ])
    return commands.map { CompletedCommand(name: $0.name, summary: $0.summary, rows: $0.rows) } + [help]
  }

  /// The options that are answered whatever the command.
  static let everywhere = [
    OptionRow(shape: .flag, names: ["--help", "-h"], placeholder: "", help: "show help", choices: []),
    OptionRow(shape: .flag, names: ["--version"], placeholder: "", help: "show the version", choices: []),
  ]

  /// The program's name as a part of a function's name in a shell.
  var identifier: String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

extension String {
  /// The text as one word for bash and zsh, in which nothing is expanded.
  var quotedForShell: String {
    let isPlain = utf8.allSatisfy { byte in
      switch UInt8(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      }
    }
    return isPlain && !isEmpty ? self : inSingleQuotes
  }

  /// The text in single quotes, as bash and zsh read them.
  var inSingleQuotes: String { "'" + replacing("'", with: "'\\''") + "'" }
}
