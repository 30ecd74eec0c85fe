import CommandLineKit
import ConfigurationReading
import Operations
import Prose

/// Options with one meaning in every command.
struct CommonOptions: Equatable, Sendable {
  var database: String?
  var configuration: String?
  var timeZone: String?
  var language: LanguageTag?
  var quiet = false
  var verbose = false
  var noColor = false

  static let table: [Option<Self>] = [
    .value(
      \.database, "--db", "-d", placeholder: "FILE",
      help: "the ledger; otherwise $PUSHLEDGER_DB, else pushledger.db in the current folder"),
    .value(
      \.configuration, "--config", placeholder: "FILE",
      help: "configuration; otherwise $PUSHLEDGER_CONFIG, ./pushledger.json5, or the user's own"),
    .value(
      \.timeZone, "--tz", placeholder: "ZONE",
      help: "time zone of days and printed times: an IANA name, UTC, or an offset like +08:00"),
    .value(
      \.language, "--lang", placeholder: "LANGUAGE",
      help: "language of what people read, errors and help too; the environment's own is never used"),
    .flag(\.quiet, "--quiet", "-q", help: "say nothing unless something fails"),
    .flag(\.verbose, "--verbose", "-v", help: "say more on standard error"),
    .flag(\.noColor, "--no-color", help: "no colour, even on a terminal"),
  ]
}

extension CommonOptions {
  /// What of them decides on the configuration.
  var loading: ConfigurationLoader.Options {
    ConfigurationLoader.Options(
      configurationPath: configuration, databasePath: database, timeZone: timeZone, language: language)
  }
}

extension Session {
  /// - Throws: `ConfigurationError`; `Failure` of kind `usage` for what stands in an option.
  init(_ options: CommonOptions) throws {
    try self.init(
      options.loading,
      interruption: Interruption(
        isRequested: { Interrupt.isRequested }, isOverdue: { Interrupt.isOverdue }),
      toolVersion: PushLedger.version)
  }
}

/// Options of commands that look at a part of the ledger.
extension WindowOptions {
  static let table: [Option<Self>] = [
    .value(
      \.since, "--since", placeholder: "T",
      help:
        "deliveries sent from here on: ISO 8601, a date, yesterday (the day before as-of), last-7d, or seconds since 1970"
    ),
    .value(
      \.until, "--until", placeholder: "T",
      help: "deliveries sent before this: a date, today or yesterday is the beginning of that day"),
    .value(
      \.asOf, "--as-of", placeholder: "T",
      help: "\"now\" for every judgement; otherwise the newest event that is not after the clock"),
    .repeated(\.appKeys, "--app-key", placeholder: "KEY", help: "only this AppKey; may be repeated")
      .completing(.appKeys),
  ]
}
