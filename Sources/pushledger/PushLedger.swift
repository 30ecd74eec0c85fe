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
      A ledger is one SQLite file. Logs of push receipts are imported into it as a set of events: the same lines \
      again, in any order, split and shape, change nothing. Reports, data sets, findings and answers are functions of \
      that set, of a moment called as-of, and of the configuration; the same three give the same bytes.

      Results go to standard output, messages to standard error. What a log cannot prove is not claimed: a rate that \
      was not measured is empty, and a finding names the rivals of its cause.
      """,
    examples: [
      Example("pushledger import logs/", "merge every log in a folder into pushledger.db"),
      Example("pushledger report daily", "the daily report as Markdown"),
      Example(
        "pushledger check --if-findings", "what is wrong and what to do; for cron: silent while all is well"),
      Example("pushledger explain --message 10913718868641234", "what became of a push"),
      Example("pushledger export --output csv", "CSV files and a manifest for dashboards"),
      Example("pushledger run --quiet logs/", "import, check, export and report in one go, for cron"),
      Example(
        #"pushledger query --sql "SELECT channel, sum(sent), sum(confirmed) FROM hourly GROUP BY channel""#,
        "a question of your own"),
    ],
    commands: [
      .import, .run, .rollup, .loadRollups, .rejects, .source, .report, .export, .check, .explain, .query,
      .status, .verify,
      .simulate,
      .schema, .prune, .backup, .config, .doctor, .completions,
    ],
    commonRows: CommonOptions.table.map(\.row),
    topics: HelpTopics.all, manuals: [.configuration, .sql],
    surroundings: [
      ("pushledger.db", "the ledger, a SQLite file for its owner alone; pushledger.db.lock beside it"),
      ("pushledger-out", "what `run` writes; see docs/run.md"),
      ("pushledger.json5", "configuration of this folder; see `pushledger config show`"),
      ("~/.config/pushledger/pushledger.json5", "your own, where the folder has none"),
      ("$PUSHLEDGER_DB", "another ledger"),
      ("$PUSHLEDGER_CONFIG", "another configuration"),
      ("$PUSHLEDGER_TZ", "time zone of reports"),
      ("$NO_COLOR", "no colour, when it is not empty"),
    ],
    closing: """
      More: pushledger help COMMAND; README.md; the manual pages pushledger(1), pushledger.conf(5) and \
      pushledger-sql(7), which pushledger help --man PAGE prints. Exit code 1 is a bug: report it with what pushledger \
      doctor says. pushledger makes no network connections, except that rollup asks whether a Spark master answers.
      """,
    languages: LanguageTag.allCases.map { tag in (tag.rawValue, { LanguageCatalogue.language(tag) }) })
}
