import Prose

/// The manual page of the program, as `help --man` prints it: the same tables as the help, in the macros of man(7).
struct ManualPage {
  let program: Program
  var language = Language.english

  var text: String {
    var page = Roff()
    page.title(program.name, section: 1, of: program, volume: said("User Commands"))
    names(&page)
    page.heading(said("DESCRIPTION"))
    page.paragraphs(words(program.purpose))
    page.paragraphs(words(program.description))
    commands(&page)
    page.heading(said("COMMON OPTIONS"))
    page.paragraphs(said("They mean the same in every command."))
    for row in program.commonRows { option(row, &page) }
    for row in Program.everywhere { option(row, &page) }
    page.heading(said("EXIT STATUS"))
    for code in ExitCode.allCases { page.item([.bold(String(code.rawValue))], words(code.meaning)) }
    surroundings(&page)
    page.heading(said("EXAMPLES"))
    for example in program.examples { page.example(Example(example.line, words(example.meaning))) }
    page.heading(said("NOTES"))
    page.paragraphs(words(program.closing))
    page.seeAlso(program.manuals.map { ($0.name, $0.section) })
    return page.text
  }

  private func names(_ page: inout Roff) {
    page.heading(said("NAME"))
    let sentence = words(program.purpose)
    let purpose = sentence.hasSuffix(".") || sentence.hasSuffix("。") ? sentence.dropLast() : sentence[...]
    page.line("\(program.name) \\- " + Roff.escape(purpose.prefix(1).lowercased() + purpose.dropFirst()))
    page.heading(said("SYNOPSIS"))
    page.words([.bold(program.name), .variable("COMMAND"), .plain("[OPTIONS] [ARGUMENTS]")])
    page.macro("br")
    page.words([.bold("\(program.name) help"), .plain("[COMMAND | TOPIC | --man [PAGE]]")])
  }

  private func commands(_ page: inout Roff) {
    page.heading(said("COMMANDS"))
    for group in CommandGroup.allCases {
      for command in program.commands where command.group == group { describe(command, &page) }
    }
    page.subheading("\(program.name) help [COMMAND | TOPIC | --man [PAGE]]")
    page.paragraphs(
      said(
        """
        Shows help on the program, a command or a topic, or prints a manual page, this one unless PAGE names another. \
        The topics are:
        """))
    for topic in program.topics { page.item([.bold(topic.name)], words(topic.summary)) }
  }

  private func describe(_ command: Command, _ page: inout Roff) {
    page.subheading(command.usage(in: program))
    let summary = said("\(Phrase(.term(command.summary))).")
    page.paragraphs(summary.prefix(1).uppercased() + summary.dropFirst())
    page.paragraphs(words(command.discussion))
    for row in command.rows where !program.commonRows.contains(where: { $0.names == row.names }) {
      option(row, &page)
    }
    page.paragraphs(said(command.examples.count == 1 ? "Example:" : "Examples:"))
    for example in command.examples { page.example(Example(example.line, words(example.meaning))) }
  }

  private func option(_ row: OptionRow, _ page: inout Roff) {
    var label = row.names.flatMap { [Roff.Piece.bold($0), .plain(", ")] }.dropLast()
    if !row.placeholder.isEmpty {
      if !label.isEmpty { label.append(.plain(" ")) }
      label.append(.variable(row.placeholder))
    }
    page.item(Array(label), row.described(in: language))
  }

  /// What is a variable begins with `$`, everything else is a file.
  private func surroundings(_ page: inout Roff) {
    page.heading(said("FILES"))
    for (name, meaning) in program.surroundings where !name.hasPrefix("$") {
      page.item([.variable(name)], words(meaning))
    }
    page.heading(said("ENVIRONMENT"))
    for (name, meaning) in program.surroundings where name.hasPrefix("$") {
      page.item([.bold(String(name.dropFirst()))], words(meaning))
    }
  }

  private func said(_ phrase: Phrase) -> String { phrase.plain(in: language) }

  private func words(_ key: String) -> String { key.isEmpty ? "" : language.words(key) }
}
