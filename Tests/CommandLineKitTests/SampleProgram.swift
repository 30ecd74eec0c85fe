import CommandLineKit

/// A small program with one of everything, for the tests.
struct SampleOptions: Equatable, Sendable {
  enum Format: String, CaseIterable, ArgumentValue { case table, csv, markdown }

  var common = SampleCommonOptions()
  var format = Format.table
  var jobs = 0
  var share: Share? = nil
  var appKeys: [String] = []
  var paths: [String] = []

  static let table: [Option<Self>] =
    [
      .value(\.format, "--format", "-f", placeholder: "F", help: "how to print"),
      .value(\.jobs, "--jobs", placeholder: "N", help: "workers; 0 means one per core"),
      .value(\.share, "--max-rejects", placeholder: "SHARE", help: "refused lines to bear"),
      .flag(\.share, meaning: 0, "--strict", help: "bear no refused line"),
      .repeated(\.appKeys, "--app-key", placeholder: "KEY", help: "only this app; repeatable"),
      .rest(\.paths, placeholder: "PATH", help: "logs or folders; - is standard input"),
    ] + SampleCommonOptions.table.nested(at: \.common)
}

struct SampleCommonOptions: Equatable, Sendable {
  var database: String?
  var isQuiet = false

  static let table: [Option<Self>] = [
    .value(\.database, "--db", "-d", placeholder: "FILE", help: "the ledger"),
    .flag(\.isQuiet, "--quiet", "-q", help: "silent unless something fails"),
  ]
}

struct ExplainOptions: Equatable, Sendable {
  var name: String?

  static let table: [Option<Self>] = [.rest(\.name, placeholder: "NAME", help: "what to explain")]
}

let sampleProgram = Program(
  name: "sample", version: "1.2", purpose: "reads logs.",
  examples: [
    Example("sample import logs/", "load a folder"), Example("sample explain x", "look at one push"),
    Example("sample import -", "load standard input"),
  ],
  commands: [
    Command(
      "import", summary: "merge logs into the ledger", group: .load, discussion: "Folders are walked.",
      examples: [Example("sample import logs/", "every log of a folder")],
      table: SampleOptions.table, defaults: SampleOptions()
    ) { options in options.paths.isEmpty ? .inputMissing : .done },
    Command(
      "explain", summary: "one push end to end", group: .see, examples: [Example("sample explain x", "x")],
      table: ExplainOptions.table, defaults: ExplainOptions()
    ) { _ in .done },
  ],
  commonRows: SampleCommonOptions.table.map(\.row),
  topics: [
    HelpTopic("time", summary: "how times are written", text: { _ in "Words and dates.\n\n  2026-09-21" })
  ],
  manuals: [
    ManualTopic("sample.conf", section: 5, purpose: "settings of sample") {
      [.heading("SETTINGS"), .subheading("Times"), .text("Two."), .item("--zone", "a `name`")]
    },
    ManualTopic("sample-sql", section: 7, purpose: "its views") { [.heading("VIEWS"), .text("None.")] },
  ],
  surroundings: [("SAMPLE_DB", "the ledger")], closing: "It makes no network connections.")
