/// Completion for fish 3.1 and newer: one `complete` for each row of the option tables.
struct FishCompletion {
  let program: Program

  private var function: String { "__" + program.identifier }

  var script: String {
    let commands = program.completed
    let start = "complete -c \(program.name)"
    var lines = ["\(start) -f"]
    for command in commands {
      lines.append(
        "\(start) -n \(function)_first -a \(quoted(command.name)) -d \(quoted(command.summary))")
    }
    lines += Program.everywhere.map { "\(start) -n \(function)_first\(names($0)) -d \(quoted($0.help))" }
    for command in commands {
      lines.append("")
      let condition = " -n \(quoted("\(function)_in \(command.name)"))"
      if let rest = command.rest, let value = value(rest.completion) {
        let help = rest.help.isEmpty || rest.completion == .files ? "" : " -d \(quoted(rest.help))"
        lines.append("\(start)\(condition)\(value)\(help)")
      }
      for row in command.options {
        let value = row.shape == .flag ? "" : value(row.completion) ?? " -x"
        let needs = row.shape != .flag && row.completion == .files ? " -r" : ""
        lines.append("\(start)\(condition)\(names(row))\(needs)\(value) -d \(quoted(row.help))")
      }
    }
    return """
      # Completion of \(program.name) for fish, made by `\(program.name) completions fish`.

      # Whether the command is still to be typed.
      function \(function)_first
          test (count (commandline -opc)) -eq 1
      end

      # Whether the command is this one.
      function \(function)_in
          set -l words (commandline -opc)
          test (count $words) -gt 1; and test "$words[2]" = "$argv[1]"
      end

      # Prints the names of a kind, which the program knows.
      function \(function)_names
          set -l words (commandline -opc)
          command \(program.name) completions --list=$argv[1] --word=$words[2..-1] </dev/null 2>/dev/null
      end

      \(lines.joined(separator: "\n"))

      """
  }

  private func names(_ row: OptionRow) -> String {
    row.names.map { name in
      let bare = name.drop { $0 == "-" }
      return name.hasPrefix("--") ? " -l \(bare)" : " -s \(bare)"
    }.joined()
  }

  /// What is offered as a value; `nil` for nothing.
  private func value(_ completion: ValueCompletion) -> String? {
    switch completion {
    case .nothing: nil
    // The argument of `-a` is split and expanded once more, so each word is quoted twice.
    case .words(let choices): " -x -a \(quoted(choices.map(quotedIfNeeded).joined(separator: " ")))"
    case .files: " -F"
    case .folders: " -x -a \(quoted("(__fish_complete_directories)"))"
    case .names(let kind): " -x -a \(quoted("(\(function)_names \(quotedIfNeeded(kind)))"))"
    }
  }

  private func quotedIfNeeded(_ word: String) -> String { word.quotedForShell == word ? word : quoted(word) }

  /// In single quotes, in which fish knows two escapes.
  private func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
