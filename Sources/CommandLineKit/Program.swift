package import Prose

/// The program as its users see it: commands, topics, and what stands around them in the help.
package struct Program: Sendable {
  package let name: String
  package let version: String
  /// One line.
  package let purpose: String
  /// What the manual page says beyond the purpose; paragraphs are separated by blank lines.
  package let description: String
  package let examples: [Example]
  package let commands: [Command]
  /// Options that mean the same in every command.
  package let commonRows: [OptionRow]
  package let topics: [HelpTopic]
  /// Manual pages beside the program's own.
  package let manuals: [ManualTopic]
  /// Files and environment variables, with what each is for.
  package let surroundings: [(name: String, meaning: String)]
  /// The last lines of the help: where to read more.
  package let closing: String
  /// The option that names the language of help, as of everything else.
  static let languageOption = "--lang"
  /// The languages that help is there in, by what stands behind the option.
  package let languages: [(tag: String, language: @Sendable () -> Language)]

  package init(
    name: String, version: String, purpose: String, description: String = "", examples: [Example],
    commands: [Command],
    commonRows: [OptionRow] = [], topics: [HelpTopic] = [], manuals: [ManualTopic] = [],
    surroundings: [(name: String, meaning: String)] = [], closing: String = "",
    languages: [(tag: String, language: @Sendable () -> Language)] = []
  ) {
    self.name = name
    self.version = version
    self.purpose = purpose
    self.description = description
    self.examples = examples
    self.commands = commands
    self.commonRows = commonRows
    self.topics = topics
    self.manuals = manuals
    self.surroundings = surroundings
    self.closing = closing
    self.languages = languages
  }

  /// What a command line asks for.
  package enum Request: Sendable {
    /// Print this on standard output and be done.
    case show(String)
    /// Print this on standard error and end with `ExitCode.usage`.
    case refuse(String)
    /// Run this command with these words.
    case run(Command, [String])
  }

  /// Finds out what the words after the program's name ask for.
  ///
  /// `help` is answered here, with the name of a command or topic or without, or with `--man` by a manual page;
  /// `--help` and `--version` too, wherever they stand before `--`.
  /// An empty command line is refused: a cron line that lost its command must not look like success.
  ///
  /// - Parameter width: columns to wrap help at.
  package func request(_ words: [String], width: Int = 80) throws(Failure) -> Request {
    let (asked, tag) = splitLanguage(words)
    func help() throws(Failure) -> HelpText {
      HelpText(program: self, width: width, language: try language(tag))
    }
    guard let first = words.first, let question = asked.first else { return .refuse(try help().short) }
    switch question {
    case "--help", "-h": return .show(try help().full)
    case "--version": return .show(versionLine)
    case "help": return .show(try answer(Array(asked.dropFirst()), try help()))
    default: break
    }
    if first.hasPrefix("-") {
      throw Failure.usage(
        "the command comes before its options, but '\(first.escapedForTerminal())' stands first",
        advice: "write \(name) COMMAND [OPTIONS]")
    }
    let command = try command(named: first)
    let rest = Array(words.dropFirst())
    // No option's separate value can look like these, so they need no table to be recognised.
    let options = rest.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") { return .show(try help().of(command)) }
    if options.contains("--version") { return .show(versionLine) }
    return .run(command, rest)
  }

  /// The words before `--` without the option that names a language, and what it names.
  private func splitLanguage(_ words: [String]) -> (rest: [String], tag: String?) {
    guard !languages.isEmpty else { return (words, nil) }
    var rest: [String] = []
    var tag: String?
    var isTag = false
    for word in words.prefix(while: { $0 != "--" }) {
      if isTag {
        tag = word
        isTag = false
      } else if word == Self.languageOption {
        isTag = true
      } else if word.hasPrefix(Self.languageOption + "=") {
        tag = String(word.dropFirst(Self.languageOption.count + 1))
      } else {
        rest.append(word)
      }
    }
    return (rest, tag)
  }

  private func language(_ tag: String?) throws(Failure) -> Language {
    guard let tag else { return .english }
    if let known = languages.first(where: { $0.tag == tag }) { return known.language() }
    let tags = languages.map(\.tag)
    throw .unreadable(
      tag, subject: "option '\(Self.languageOption)'", expectation: "one of \(tags.joined(separator: ", "))",
      choices: tags)
  }

  /// What `help` does, which is no command.
  static let helpSummary = "help on a command or topic; --man prints manual pages"

  private var versionLine: String { "\(name) \(version)\n" }

  private func command(named word: String) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == word }) { return command }
    throw Failure.usage(
      "unknown command '\(word.escapedForTerminal())'",
      advice: Suggestion.nearest(to: word, in: commands.map(\.name) + ["help"])
        ?? "see '\(name) --help'")
  }

  private func answer(_ words: [String], _ help: HelpText) throws(Failure) -> String {
    if words.contains("--man") { return try manual(words.filter { $0 != "--man" }, help.language) }
    guard let word = words.first(where: { $0 != "--help" && $0 != "-h" }) else { return help.full }
    if let topic = topics.first(where: { $0.name == word }) { return help.of(topic) }
    if let command = commands.first(where: { $0.name == word }) { return help.of(command) }
    if word == "help" { return help.full }
    if manuals.contains(where: { $0.name == word }) {
      throw Failure.usage("'\(word)' is a manual page", advice: "write help --man \(word)")
    }
    throw Failure.usage(
      "no help on '\(word.escapedForTerminal())'",
      advice: Suggestion.nearest(to: word, in: commands.map(\.name) + topics.map(\.name))
        ?? "topics are \(topics.map(\.name).joined(separator: ", "))")
  }

  /// The page of `help --man [PAGE]`.
  private func manual(_ words: [String], _ language: Language) throws(Failure) -> String {
    guard words.count < 2 else {
      throw Failure.usage("help prints one manual page at a time", advice: "write help --man \(words[0])")
    }
    guard let word = words.first, word != name else {
      return ManualPage(program: self, language: language).text
    }
    if let manual = manuals.first(where: { $0.name == word }) { return manual.page(of: self) }
    let names = [name] + manuals.map(\.name)
    throw Failure.usage(
      "no manual page is called '\(word.escapedForTerminal())'",
      advice: Suggestion.nearest(to: word, in: names) ?? "there are \(names.joined(separator: ", "))")
  }
}
