/// The manual page of the program, as `help --man` prints it: the same tables as the help, in the macros of man(7).
struct ManualPage {
  let program: Program

  var text: String {
    var page = Roff()
    page.title(program.name, section: 1, of: program, volume: "User Commands")
    names(&page)
    page.heading("DESCRIPTION")
    page.paragraphs(program.purpose)
    page.paragraphs(program.description)
    commands(&page)
    page.heading("COMMON OPTIONS")
    page.paragraphs("They mean the same in every command.")
    for row in program.commonRows { option(row, &page) }
    for row in Program.everywhere { option(row, &page) }
    page.heading("EXIT STATUS")
    for code in ExitCode.allCases { page.item([.bold(String(code.rawValue))], code.meaning) }
    surroundings(&page)
    page.heading("EXAMPLES")
    for example in program.examples { page.example(example) }
    page.heading("NOTES")
    page.paragraphs(program.closing)
    page.seeAlso(program.manuals.map { ($0.name, $0.section) })
    return page.text
  }

  private func names(_ page: inout Roff) {
    page.heading("NAME")
    let purpose = program.purpose.hasSuffix(".") ? program.purpose.dropLast() : program.purpose[...]
    page.line("\(program.name) \\- " + Roff.escape(purpose.prefix(1).lowercased() + purpose.dropFirst()))
    page.heading("SYNOPSIS")
    page.words([.bold(program.name), .variable("COMMAND"), .plain("[OPTIONS] [ARGUMENTS]")])
    page.macro("br")
    page.words([.bold("\(program.name) help"), .plain("[COMMAND | TOPIC | --man [PAGE]]")])
  }

  private func commands(_ page: inout Roff) {
    page.heading("COMMANDS")
    for group in CommandGroup.allCases {
      for command in program.commands where command.group == group { describe(command, &page) }
    }
    page.subheading("\(program.name) help [COMMAND | TOPIC | --man [PAGE]]")
    page.paragraphs(
      "Shows help on the program, a command or a topic, or prints a manual page, this one unless PAGE names another. "
        + "The topics are:")
    for topic in program.topics { page.item([.bold(topic.name)], topic.summary) }
  }

  private func describe(_ command: Command, _ page: inout Roff) {
    page.subheading(command.usage(in: program))
    page.paragraphs(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    page.paragraphs(command.discussion)
    for row in command.rows where !program.commonRows.contains(where: { $0.names == row.names }) {
      option(row, &page)
    }
    page.paragraphs(command.examples.count == 1 ? "Example:" : "Examples:")
    for example in command.examples { page.example(example) }
  }

  private func option(_ row: OptionRow, _ page: inout Roff) {
    var label = row.names.flatMap { [Roff.Piece.bold($0), .plain(", ")] }.dropLast()
    if !row.placeholder.isEmpty {
      if !label.isEmpty { label.append(.plain(" ")) }
      label.append(.variable(row.placeholder))
    }
    page.item(Array(label), row.described)
  }

  /// What is a variable begins with `$`, everything else is a file.
  private func surroundings(_ page: inout Roff) {
    page.heading("FILES")
    for (name, meaning) in program.surroundings where !name.hasPrefix("$") {
      page.item([.variable(name)], meaning)
    }
    page.heading("ENVIRONMENT")
    for (name, meaning) in program.surroundings where name.hasPrefix("$") {
      page.item([.bold(String(name.dropFirst()))], meaning)
    }
  }
}
