import Prose

/// Help as text: examples first, then what there is, in aligned columns.
struct HelpText {
  let program: Program
  let layout: TextLayout
  let language: Language

  init(program: Program, width: Int, language: Language = .english) {
    self.program = program
    layout = TextLayout(width: width)
    self.language = language
  }

  /// For a command line without a command: purpose, two examples, where to look.
  var short: String {
    "\(named(program.name, program.purpose))\n" + layout.columns(program.examples.prefix(2).map(columns))
      + said("See '\(program.name) --help' for every command.") + "\n"
  }

  /// The whole program.
  var full: String {
    var parts = [
      layout.wrap(named(program.name, program.purpose)),
      said("Usage: \("\(program.name) COMMAND [OPTIONS] [ARGUMENTS]")") + "\n",
      section("Examples", program.examples.map(columns)),
    ]
    for group in CommandGroup.allCases {
      var rows = program.commands.filter { $0.group == group }.map { ($0.name, words($0.summary)) }
      if group == .learn { rows.append(("help", words(Program.helpSummary))) }
      parts.append(section(group.title, rows))
    }
    parts.append(section("Common options", program.commonRows.map(columns)))
    parts.append(
      section("Topics (\(program.name) help TOPIC)", program.topics.map { ($0.name, words($0.summary)) }))
    parts.append(
      section("Exit codes", ExitCode.allCases.map { (String($0.rawValue), words($0.meaning)) }))
    parts.append(
      section("Files and environment", program.surroundings.map { ($0.name, words($0.meaning)) }))
    parts.append(layout.wrap(words(program.closing)))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// One command.
  func of(_ command: Command) -> String {
    var parts = [
      layout.wrap(named("\(program.name) \(command.name)", command.summary)),
      said("Usage: \(command.usage(in: program))") + "\n",
      section("Examples", command.examples.map(columns)),
      layout.wrap(words(command.discussion)),
    ]
    let arguments = command.rows.filter { $0.names.isEmpty }
    parts.append(section("Arguments", arguments.map(columns)))
    let rows = command.rows.filter { !$0.names.isEmpty }
    var sections: [String] = []
    for row in rows where !sections.contains(row.section) { sections.append(row.section) }
    for name in sections {
      parts.append(section(Phrase(.term(name)), rows.filter { $0.section == name }.map(columns)))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// One topic.
  func of(_ topic: HelpTopic) -> String {
    layout.wrap(named(topic.name, topic.summary)) + "\n" + layout.wrap(topic.text(language))
  }

  /// Words of the program's tables in the language; nothing stays nothing.
  private func words(_ key: String) -> String { key.isEmpty ? "" : language.words(key) }

  private func said(_ phrase: Phrase) -> String { phrase.plain(in: language) }

  /// `pushledger import: merges logs`.
  private func named(_ name: String, _ meaning: String) -> String {
    said("\(name): \(Phrase(.term(meaning)))")
  }

  private func section(_ title: Phrase, _ rows: [(String, String)]) -> String {
    rows.isEmpty ? "" : said("\(title):") + "\n" + layout.columns(rows)
  }

  private func columns(_ row: OptionRow) -> (String, String) { (row.label, row.described(in: language)) }

  private func columns(_ example: Example) -> (String, String) { (example.line, words(example.meaning)) }
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
  func described(in language: Language) -> String {
    choices.isEmpty
      ? language.words(help)
      : ("\(Phrase(.term(help))): \(choices.map { Phrase.text($0) }.joined())" as Phrase).plain(in: language)
  }
}
