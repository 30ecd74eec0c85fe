import Prose

/// Everything that can be set; the raw value is the key in the configuration file.
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
