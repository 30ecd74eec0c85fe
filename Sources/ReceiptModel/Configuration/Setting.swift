import Prose

/// Everything that can be set; the raw value is the key in the configuration file.
///
/// `Configuration` holds the values, `ConfigurationFile` reads them.
package enum Setting: String, CaseIterable, Sendable {
  case databasePath, timeZone, language, languageFile, assumeTimeZone
  case appKeys, eventTypes, channels
  case settle, ackTimeout, ackBudget, openWindow
  case maxRejects, minimumSends, limits
  case clientNetworks
  case jobs, memory
  case queriesFolder, reportsFolder, mappingsFolder, failureReasonsFile, pseudonymKeyFile, retentionDays
  case run, spark

  /// The setting's value as it would be written in the file, on one line.
  package func text(in configuration: Configuration) -> String {
    switch self {
    case .databasePath: quoted(configuration.databasePath)
    case .timeZone: quoted(configuration.timeZone)
    case .language: quoted(configuration.language.rawValue)
    case .languageFile: configuration.languageFile.map(quoted) ?? "null"
    case .assumeTimeZone: quoted(configuration.assumeTimeZone)
    case .appKeys: list(configuration.appKeys.map(text))
    case .eventTypes:
      table(configuration.eventTypes.sorted { $0.key < $1.key }.map { ($0.key, quoted($0.value.name)) })
    case .channels:
      table(configuration.channels.entries.sorted { $0.key < $1.key }.map { ($0.key, text($0.value)) })
    case .settle: quoted(DurationText.text(configuration.settleMilliseconds))
    case .ackTimeout: quoted(DurationText.text(configuration.ackTimeoutMilliseconds))
    case .ackBudget: quoted(DurationText.text(configuration.ackBudgetMilliseconds))
    case .openWindow: quoted(DurationText.text(configuration.openWindowMilliseconds))
    case .maxRejects: "\(configuration.maxRejects)"
    case .minimumSends: "\(configuration.minimumSends)"
    case .limits:
      table(
        configuration.limits.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }, quotesKeys: false)
    case .clientNetworks: "\(configuration.clientNetworks)"
    case .jobs: configuration.jobs.map { "\($0)" } ?? "null"
    case .memory: quoted(ByteSizeText.text(configuration.memoryBytes))
    case .queriesFolder: configuration.queriesFolder.map(quoted) ?? "null"
    case .reportsFolder: configuration.reportsFolder.map(quoted) ?? "null"
    case .mappingsFolder: configuration.mappingsFolder.map(quoted) ?? "null"
    case .failureReasonsFile: configuration.failureReasonsFile.map(quoted) ?? "null"
    case .pseudonymKeyFile: configuration.pseudonymKeyFile.map(quoted) ?? "null"
    case .retentionDays: configuration.retentionDays.map { "\($0)" } ?? "null"
    case .run:
      changed(RunSetting.allCases.map { ($0.rawValue, $0.text(in: configuration.run), $0.text(in: .init())) })
    case .spark:
      changed(
        SparkSetting.allCases.map { ($0.rawValue, $0.text(in: configuration.spark), $0.text(in: .init())) })
    }
  }

  /// What it says, as the manual page and completions tell it and docs/configuration.md lists it: no capital, no full
  /// stop, names that can be typed between backticks.
  package var meaning: String {
    switch self {
    case .databasePath: "the ledger; `--db`, `$PUSHLEDGER_DB`"
    case .timeZone:
      """
      time zone of days and printed times: an IANA name, `UTC`, or an offset like `+08:00`; `--tz`, \
      `$PUSHLEDGER_TZ`
      """
    case .language:
      "language of reports, findings, explanations and errors: `en` or `zh-Hans`; `--lang`, see languages"
    case .languageFile: "a gettext file whose words stand before those of the language, see languages"
    case .assumeTimeZone: "offset of times in a log that name none; `import --assume-tz`"
    case .appKeys:
      """
      the AppKeys that exist, each with `key` and, if you like, `name` and `platform`; without any, \
      every AppKey that was seen sending counts as known
      """
    case .eventTypes: "further event types and their kinds, see below"
    case .channels: "what receipts of a channel are worth"
    case .settle: "how long after its send a delivery is judged"
    case .ackTimeout: "the system's limit for the notification service extension"
    case .ackBudget: "the extension's own limit: three tries of 5 s and two pauses of 1 s"
    case .openWindow: "how long after a push an open of the app that names no push may be due to it"
    case .maxRejects: "share of a file's lines that may be refused; `import --max-rejects`"
    case .minimumSends: "with fewer sends a rate is shown but not judged"
    case .limits: "where findings begin, see below"
    case .clientNetworks:
      """
      whether the networks of the devices' addresses are kept, see privacy; `import --client-networks`
      """
    case .jobs:
      """
      how many files, or parts of large files, an import reads at the same time, from 1 to 64; `null` \
      is one for each core, at most 8; `import --jobs`
      """
    case .memory: "what an import may take of memory, from `\"64M\"` on; `import --memory`"
    case .queriesFolder: "a folder whose stored questions stand before the built-in ones"
    case .reportsFolder: "a folder whose reports stand before the built-in ones"
    case .mappingsFolder: "a folder whose mappings of sources stand before the built-in ones, see sources"
    case .failureReasonsFile: "a table of failure reasons that stands before the built-in one, see below"
    case .pseudonymKeyFile:
      """
      a file with the key by which imports turn device ids and tokens into pseudonyms, see privacy; \
      `import --pseudonymise`
      """
    case .retentionDays: "days that `prune` keeps; `null` is all"
    case .run: "what `pushledger run` reads and writes, see below"
    case .spark: "how `pushledger rollup` starts Spark, see below"
    }
  }
}

extension Setting {
  private func text(_ app: KnownAppKey) -> String {
    let parts = [("key", app.key as String?), ("name", app.name), ("platform", app.platform)]
    return table(parts.compactMap { name, value in value.map { (name, quoted($0)) } }, quotesKeys: false)
  }

  private func text(_ traits: ChannelTable.Traits) -> String {
    let parts = [
      ("arrivalIsDeviceEvidence", "\(traits.arrivalIsDeviceEvidence)"),
      ("measurable", "\(traits.measurable)"),
      ("extensionReceipts", "\(traits.extensionReceipts)"),
    ]
    return table(parts, quotesKeys: false)
  }

  /// Of a section, what is not as built in.
  private func changed(_ parts: [(name: String, value: String, builtIn: String)]) -> String {
    table(parts.filter { $0.value != $0.builtIn }.map { ($0.name, $0.value) }, quotesKeys: false)
  }

  private func list(_ parts: [String]) -> String { "[" + parts.joined(separator: ", ") + "]" }

  private func table(_ parts: [(String, String)], quotesKeys: Bool = true) -> String {
    let rows = parts.map { "\(quotesKeys ? quoted($0.0) : $0.0): \($0.1)" }
    return "{" + rows.joined(separator: ", ") + "}"
  }

  private func quoted(_ text: String) -> String { JSON5Text.quoted(text) }
}
