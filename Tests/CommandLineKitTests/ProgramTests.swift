import CommandLineKit
import Prose
import Testing

@Suite struct ProgramTests {
  private func shown(_ words: String..., width: Int = 80) throws -> String {
    guard case .show(let text) = try sampleProgram.request(words, width: width) else {
      Issue.record("\(words) shows nothing")
      return ""
    }
    return text
  }

  private func failure(_ words: String...) -> Failure? {
    #expect(throws: Failure.self) { try sampleProgram.request(words) }
  }

  @Test func `a command gets the words after its name and says how the program ends`() throws {
    guard case .run(let command, let words) = try sampleProgram.request(["import", "--jobs", "2"]) else {
      Issue.record("nothing to run")
      return
    }
    #expect(command.name == "import")
    #expect(words == ["--jobs", "2"])
    #expect(try command.run(words) == ExitCode.inputMissing.rawValue)
    #expect(try command.run(["a.log"]) == ExitCode.done.rawValue)
  }

  @Test func `every option row has help and every command an example`() {
    for command in sampleProgram.commands { #expect(command.problems == []) }
    let bare: [Option<SampleOptions>] = [
      .value(\.jobs, "-j", placeholder: "N", help: ""), .flag(\.common.isQuiet, "-j", help: "Quiet."),
    ]
    let command = Command(
      "bare", summary: "", group: .see, examples: [], table: bare, defaults: SampleOptions()
    ) { _ in .done }
    #expect(
      command.problems == [
        "bare: -j has no help", "bare: -j: the first name must be a long one",
        "bare: -j: help ends in a full stop", "bare: -j: the first name must be a long one",
        "bare: no summary", "bare: no example", "bare: -j stands twice in the table",
      ])
  }

  @Test func `without a command the program says three things and refuses`() throws {
    guard case .refuse(let text) = try sampleProgram.request([]) else {
      Issue.record("not refused")
      return
    }
    #expect(
      text == """
        sample: reads logs.
          sample import logs/  load a folder
          sample explain x     look at one push
        See 'sample --help' for every command.

        """)
  }

  @Test func `a mistyped command is answered with the one that was meant`() {
    #expect(
      failure("imprt")?.report(prefix: "sample")
        == "sample: unknown command 'imprt'; did you mean 'import'?\n")
    #expect(failure("xyzzy")?.advice?.told() == "see 'sample --help'")
  }

  @Test func `an option before the command is refused with the order to write`() {
    #expect(failure("--quiet", "import")?.advice?.told() == "write sample COMMAND [OPTIONS]")
  }

  @Test func `the help puts examples before commands and groups those`() throws {
    let text = try shown("--help")
    let headings = text.split(separator: "\n").filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
    #expect(
      headings == [
        "Examples:", "Load:", "See:", "Learn:", "Common options:", "Topics (sample help TOPIC):",
        "Exit codes:", "Files and environment:",
      ])
    #expect(try shown("help") == text)
    #expect(try shown("-h") == text)
    for code in ExitCode.allCases { #expect(text.contains("\(code.rawValue)")) }
  }

  @Test func `a command's help shows usage, examples, and options in aligned columns`() throws {
    #expect(
      try shown("import", "--jobs", "--help") == """
        sample import: merge logs into the ledger

        Usage: sample import [OPTIONS] [PATH...]

        Examples:
          sample import logs/  every log of a folder

        Folders are walked.

        Arguments:
          PATH  logs or folders; - is standard input

        Options:
          -f, --format F           how to print: table, csv, markdown
              --jobs N             workers; 0 means one per core
              --max-rejects SHARE  refused lines to bear
              --strict             bear no refused line
              --app-key KEY        only this app; repeatable

        Common options:
          -d, --db FILE  the ledger
          -q, --quiet    silent unless something fails

        """)
  }

  @Test func `help on a command or topic is found by name`() throws {
    #expect(try shown("help", "import") == shown("import", "-h"))
    #expect(try shown("help", "time") == "time: how times are written\n\nWords and dates.\n\n  2026-09-21\n")
    #expect(failure("help", "tmie")?.advice?.told() == "did you mean 'time'?")
  }

  @Test func `a file named like the help option can be given after two dashes`() throws {
    guard case .run(_, let words) = try sampleProgram.request(["import", "--", "--help"]) else {
      Issue.record("nothing to run")
      return
    }
    #expect(words == ["--", "--help"])
  }

  @Test(arguments: [60, 80, 100, 120])
  func `no line of the help is wider than the terminal`(width: Int) throws {
    for text in [try shown("--help", width: width), try shown("import", "--help", width: width)] {
      for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }
  }

  @Test func `the version is one line`() throws {
    #expect(try shown("--version") == "sample 1.2\n")
    #expect(try shown("import", "a.log", "--version") == "sample 1.2\n")
  }

  @Test func `exit codes are the public ones`() {
    #expect(
      ExitCode.allCases.map(\.rawValue) == [0, 1, 10, 20, 30, 64, 65, 66, 69, 70, 73, 74, 75, 77, 78, 130])
  }

  @Test func `help is in the language that is named, wherever the option stands`() throws {
    let words = ["the ledger": "das Hauptbuch", "Examples": "Beispiele", "Usage: {1}": "Aufruf: {1}"]
    let program = Program(
      name: sampleProgram.name, version: "1", purpose: sampleProgram.purpose,
      examples: sampleProgram.examples,
      commands: sampleProgram.commands,
      languages: [("en", { .english }), ("de", { Language(tag: "de", translations: words) })])
    func shown(_ words: String...) throws -> String {
      guard case .show(let text) = try program.request(words) else { return "" }
      return text
    }
    let german = try shown("import", "--help", "--lang", "de")
    #expect(german.contains("Aufruf: ") && german.contains("Beispiele:") && german.contains("das Hauptbuch"))
    for line in [["--lang=de", "help", "import"], ["help", "--lang", "de", "import"]] {
      guard case .show(let text) = try program.request(line) else { continue }
      #expect(text == german, "\(line)")
    }
    #expect(try shown("help", "import", "--lang", "en") == shown("help", "import"))
    // Words behind `--` are no options.
    #expect(try shown("help", "import", "--", "--lang", "de") == shown("help", "import"))
    for line in [["help", "--lang", "xx"], ["import", "--help", "--lang=xx"], ["--lang", "xx"]] {
      #expect(throws: Failure.self) { try program.request(line) }
    }
    // A command reads its options itself.
    guard case .run(_, let rest) = try program.request(["import", "--lang", "de"]) else {
      Issue.record("nothing to run")
      return
    }
    #expect(rest == ["--lang", "de"])
  }
}
