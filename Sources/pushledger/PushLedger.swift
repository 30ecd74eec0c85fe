import Assets
import CommandLineKit
import Prose

/// The program as its users see it.
enum PushLedger {
  static let version = "0.1.0"

  static let program = Program(
    name: "pushledger", version: version,
    purpose: "Joins push sends to receipts and opens, and tells the truth about delivery.",
    description: """
      A ledger is one SQLite file. Logs of push receipts are imported into it as a set of events: the same lines again, \
      in any order, split and shape, change nothing. Reports, data sets, findings and answers are functions of that set, \
      of a moment called as-of, and of the configuration; the same three give the same bytes.

      Results go to standard output and talk to standard error. What a log cannot prove is not claimed: a rate that was \
      not measured is empty, and a finding names the rivals of its cause.
      """,
    examples: [
      Example("pushledger import logs/", "merge every log in a folder into pushledger.db"),
      Example("pushledger report daily", "the daily report as Markdown"),
      Example("pushledger check", "what is wrong, since when, and what to do"),
      Example("pushledger export --output csv", "CSV files and a manifest for dashboards"),
      Example("pushledger query delivery-rate-by-day-and-channel", "a stored question, as a table"),
    ],
    commands: [
      .import, .rejects, .report, .export, .check, .explain, .query, .status, .verify, .simulate, .schema,
      .config, .doctor, .completions,
    ],
    commonRows: CommonOptions.table.map(\.row),
    topics: HelpTopics.all,
    surroundings: [
      ("pushledger.db", "the ledger, a SQLite file anybody may read; pushledger.db.lock beside it"),
      ("pushledger.json5", "configuration of this folder; see `pushledger config show`"),
      ("$PUSHLEDGER_DB", "another ledger"),
      ("$PUSHLEDGER_CONFIG", "another configuration"),
      ("$PUSHLEDGER_TZ", "time zone of reports"),
      ("$NO_COLOR", "no colour, when it is not empty"),
    ],
    closing: "pushledger makes no network connections. README.md says more.",
    languages: LanguageTag.allCases.map { tag in (tag.rawValue, { LanguageCatalogue.language(tag) }) })
}
