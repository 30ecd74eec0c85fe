import CommandLineKit

/// The program as its users see it.
enum PushLedger {
  static let version = "0.1.0"

  static let program = Program(
    name: "pushledger", version: version,
    purpose: "Joins push sends to receipts and opens, and tells the truth about delivery.",
    examples: [
      Example("pushledger import logs/", "merge every log in a folder into pushledger.db"),
      Example("pushledger report daily", "the daily report as Markdown"),
      Example("pushledger check", "what is wrong, since when, and what to do"),
      Example("pushledger export --output csv", "CSV files and a manifest for dashboards"),
      Example("pushledger query delivery-rate-by-day-and-channel", "a stored question, as a table"),
    ],
    commands: [
      .import, .rejects, .report, .export, .check, .explain, .query, .status, .verify, .simulate, .schema,
      .config,
      .doctor,
    ],
    commonRows: CommonOptions.table.map(\.row),
    topics: HelpTopics.all,
    surroundings: [
      ("pushledger.db", "the ledger, a SQLite file anybody may read; pushledger.db.lock beside it"),
      ("pushledger.json5", "configuration of this folder; see `pushledger config show`"),
      ("$PUSHLEDGER_DB", "another ledger"),
      ("$PUSHLEDGER_CONFIG", "another configuration"),
      ("$PUSHLEDGER_TZ", "time zone of reports"),
    ],
    closing: "pushledger makes no network connections. README.md says more.")
}
