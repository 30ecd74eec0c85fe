/// Help as text: examples first, then what there is, in aligned columns.
struct HelpText {
  let program: Program
  let layout: TextLayout

  init(program: Program, width: Int) {
    self.program = program
    layout = TextLayout(width: width)
  }

  /// For a command line without a command: purpose, two examples, where to look.
  var short: String {
    let rows = program.examples.prefix(2).map { ($0.line, $0.meaning) }
    return "\(program.name): \(program.purpose)\n" + layout.columns(rows)
      + "See '\(program.name) --help' for every command.\n"
  }

  /// The whole program.
  var full: String {
    var parts = [
      layout.wrap("\(program.name): \(program.purpose)"),
      "Usage: \(program.name) COMMAND [OPTIONS] [ARGUMENTS]\n",
      section("Examples", program.examples.map { ($0.line, $0.meaning) }),
    ]
    for group in CommandGroup.allCases {
      var rows = program.commands.filter { $0.group == group }.map { ($0.name, $0.summary) }
      if group == .learn { rows.append(("help", Program.helpSummary)) }
      parts.append(section(group.rawValue, rows))
    }
    parts.append(section("Common options", program.commonRows.map(columns)))
    parts.append(section("Topics (\(program.name) help TOPIC)", program.topics.map { ($0.name, $0.summary) }))
    parts.append(section("Exit codes", ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))
    parts.append(section("Files and environment", program.surroundings.map { ($0.name, $0.meaning) }))
    parts.append(layout.wrap(program.closing))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// One command.
  func of(_ command: Command) -> String {
    var parts = [
      layout.wrap("\(program.name) \(command.name): \(command.summary)"),
      "Usage: " + command.usage(in: program) + "\n",
      section("Examples", command.examples.map { ($0.line, $0.meaning) }),
      layout.wrap(command.discussion),
    ]
    let arguments = command.rows.filter { $0.names.isEmpty }
    parts.append(section("Arguments", arguments.map(columns)))
    let rows = command.rows.filter { !$0.names.isEmpty }
    var sections: [String] = []
    for row in rows where !sections.contains(row.section) { sections.append(row.section) }
    for name in sections {
      parts.append(section(name, rows.filter { $0.section == name }.map(columns)))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// One topic.
  func of(_ topic: HelpTopic) -> String {
    layout.wrap("\(topic.name): \(topic.summary)") + "\n" + layout.wrap(topic.text)
  }

  private func section(_ title: String, _ rows: [(String, String)]) -> String {
    rows.isEmpty ? "" : "\(title):\n" + layout.columns(rows)
  }

  private func columns(_ row: OptionRow) -> (String, String) { (row.label, row.described) }
}

extension Command {
  /// How to call it, for help and the manual.
  func usage(in program: Program) -> String {
    let options = rows.contains { !$0.names.isEmpty } ? ["[OPTIONS]"] : []
    return ([program.name, name] + options + rows.compactMap(\.usage)).joined(separator: " ")
  }
}

extension OptionRow {
  /// Its help with the choices there are.
  var described: String { choices.isEmpty ? help : "\(help): \(choices.joined(separator: ", "))" }
}
