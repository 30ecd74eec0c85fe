import Diagnosis
import Files
import Glibc
import JSON5
import Prose
import ReceiptModel
import UserFiles

/// `pushledger.json5`: which file it is, and what it sets.
package struct ConfigurationFile {
  package let path: String
  private let root: ConfigurationSection

  package static let name = "pushledger.json5"
  /// Far more than settings need; a log given by mistake is refused before it is read.
  private static let largestSize = 1 << 20

  /// - Parameter wasFound: whether nobody named it; then it has to be of somebody who is trusted.
  /// - Throws: `ConfigurationError` when the file cannot be read or is not JSON5, and for keys that look like secrets.
  package init(path: String, wasFound: Bool = false) throws(ConfigurationError) {
    let shown = path.escapedForTerminal()
    try self.init(path: path, bytes: try Self.read(path, shown: shown, wasFound: wasFound))
  }

  package init(path: String, bytes: [UInt8]) throws(ConfigurationError) {
    self.path = path
    let shown = path.escapedForTerminal()
    let value: JSONValue
    do { value = try JSONValue(json5: bytes) } catch is NotUTF8 {
      throw ConfigurationError("\(shown): not valid UTF-8", advice: "save it in that encoding")
    } catch {
      throw ConfigurationError(
        "\(shown): \((error as? NotJSON5)?.message ?? .text("\(error)"))",
        advice: "look for a missing comma, bracket or quote")
    }
    root = try ConfigurationSection(value, file: shown)
    // The names of event types come from logs and are not settings.
    for (key, value) in root.fields where key != Setting.eventTypes.rawValue {
      try Self.refuseSecrets(.object([key: value]), in: shown)
    }
  }

  /// Of what people read; `nil` when the file names none that there is.
  var language: LanguageTag? { try? root.language(Setting.language.rawValue) }
  /// `nil` when the file names none.
  var languageFile: String? { (try? root.text(Setting.languageFile.rawValue)).map(besideFile) }

  /// Puts what the file sets into the configuration.
  func apply(to configuration: inout ResolvedConfiguration) throws(ConfigurationError) {
    try root.allow(Setting.allCases.map(\.rawValue))
    var target = Target(configuration: configuration, origin: .file(path.escapedForTerminal()))
    for setting in Setting.allCases { try apply(setting, to: &target) }
    configuration = target.configuration
  }

  private func apply(_ setting: Setting, to target: inout Target) throws(ConfigurationError) {
    let key = setting.rawValue
    switch setting {
    case .databasePath: target.set(\.databasePath, setting, try root.text(key).map(besideFile))
    case .timeZone: target.set(\.timeZone, setting, try root.text(key))
    case .language: target.set(\.language, setting, try root.language(key))
    case .languageFile: target.set(\.languageFile, setting, try root.text(key).map(besideFile))
    case .assumeTimeZone: target.set(\.assumeTimeZone, setting, try root.text(key))
    case .appKeys: target.set(\.appKeys, setting, try appKeys())
    case .eventTypes: target.set(\.eventTypes, setting, try eventTypes())
    case .channels: target.set(\.channels, setting, try channels(target.configuration.values.channels))
    case .settle: target.set(\.settleMilliseconds, setting, try root.duration(key))
    case .ackTimeout: target.set(\.ackTimeoutMilliseconds, setting, try root.duration(key))
    case .ackBudget: target.set(\.ackBudgetMilliseconds, setting, try root.duration(key))
    case .openWindow: target.set(\.openWindowMilliseconds, setting, try root.duration(key))
    case .maxRejects: target.set(\.maxRejects, setting, try root.share(key))
    case .minimumSends: target.set(\.minimumSends, setting, try root.count(key))
    case .limits: target.set(\.limits, setting, try limits())
    case .clientNetworks: target.set(\.clientNetworks, setting, try root.bool(key))
    case .jobs: target.set(\.jobs, setting, try root.jobs(key))
    case .memory: target.set(\.memoryBytes, setting, try root.memory(key))
    case .queriesFolder: target.set(\.queriesFolder, setting, try root.text(key).map(besideFile))
    case .reportsFolder: target.set(\.reportsFolder, setting, try root.text(key).map(besideFile))
    case .mappingsFolder: target.set(\.mappingsFolder, setting, try root.text(key).map(besideFile))
    case .failureReasonsFile: target.set(\.failureReasonsFile, setting, try root.text(key).map(besideFile))
    case .pseudonymKeyFile: target.set(\.pseudonymKeyFile, setting, try root.text(key).map(besideFile))
    case .retentionDays: target.set(\.retentionDays, setting, try root.count(key))
    case .run: target.set(\.run, setting, try root.section(key).map(run))
    case .spark: target.set(\.spark, setting, try root.section(key).map(spark))
    }
  }

  /// Sets what is there, and leaves alone what is not.
  private struct Target {
    var configuration: ResolvedConfiguration
    let origin: ResolvedConfiguration.Origin

    mutating func set<Value>(
      _ path: WritableKeyPath<Configuration, Value>, _ setting: Setting, _ value: Value?
    ) {
      guard let value else { return }
      configuration.set(path, to: value, as: setting, by: origin)
    }

    /// For settings that may be unset: without this, an absent key would count as set to nothing.
    mutating func set<Value>(
      _ path: WritableKeyPath<Configuration, Value?>, _ setting: Setting, _ value: Value?
    ) {
      guard let value else { return }
      configuration.set(path, to: value, as: setting, by: origin)
    }
  }

  private func appKeys() throws(ConfigurationError) -> [KnownAppKey]? {
    guard let sections = try root.sections(Setting.appKeys.rawValue) else { return nil }
    var keys: [KnownAppKey] = []
    for section in sections {
      try section.allow(["key", "name", "platform"])
      guard let key = try section.text("key") else {
        throw ConfigurationError("\(section.file): '\(section.name("key"))' is missing")
      }
      guard !keys.contains(where: { $0.key == key }) else {
        throw ConfigurationError("\(section.file): '\(section.name("key"))' is in the list twice")
      }
      keys.append(
        KnownAppKey(key: key, name: try section.text("name"), platform: try section.text("platform")))
    }
    return keys
  }

  private func eventTypes() throws(ConfigurationError) -> [String: EventKind]? {
    guard let section = try root.section(Setting.eventTypes.rawValue) else { return nil }
    var kinds: [String: EventKind] = [:]
    for raw in section.fields.keys.sorted() {
      if let kind = try section.kind(raw) { kinds[raw.lowercasedASCII] = kind }
    }
    return kinds
  }

  private func limits() throws(ConfigurationError) -> [String: LimitValue]? {
    guard let section = try root.section(Setting.limits.rawValue) else { return nil }
    try section.allow(Evidence.Limits.settings.map(\.name))
    var limits: [String: LimitValue] = [:]
    for setting in Evidence.Limits.settings {
      limits[setting.name] =
        switch setting.place {
        case .share: try section.share(setting.name).map(LimitValue.share)
        case .count: try section.count(setting.name).map(LimitValue.count)
        case .duration: try section.duration(setting.name).map(LimitValue.duration)
        }
    }
    return limits
  }

  /// The table with the file's changes; what a channel's entry leaves out stays.
  private func channels(_ table: ChannelTable) throws(ConfigurationError) -> ChannelTable? {
    guard let section = try root.section(Setting.channels.rawValue) else { return nil }
    var table = table
    for channel in section.fields.keys.sorted() {
      guard let entry = try section.section(channel) else { continue }
      try entry.allow(["arrivalIsDeviceEvidence", "measurable", "extensionReceipts"])
      if let value = try entry.bool("arrivalIsDeviceEvidence") {
        table[channel].arrivalIsDeviceEvidence = value
      }
      if let value = try entry.bool("measurable") { table[channel].measurable = value }
      if let value = try entry.bool("extensionReceipts") { table[channel].extensionReceipts = value }
    }
    return table
  }

  /// A path of the file is relative to the folder the file is in, so that it means the same from everywhere.
  func besideFile(_ text: String) -> String {
    guard !text.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return text }
    return path[...slash] + text
  }
}

extension ConfigurationFile {
  /// Nothing here needs a secret, so a file with one is a mistake that should not go on unseen.
  ///
  /// The value is not shown.
  private static func refuseSecrets(_ value: JSONValue, in file: String) throws(ConfigurationError) {
    switch value {
    case .object(let fields):
      for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
        let plain = key.lowercased().filter { $0.isLetter }
        if ["secret", "token", "password", "accesskey"].contains(where: plain.contains) {
          throw ConfigurationError(
            "\(file): '\(key.escapedForTerminal(limit: 60))' looks like a secret",
            advice: "the configuration needs no secret: remove it")
        }
        try refuseSecrets(value, in: file)
      }
    case .array(let elements):
      for element in elements { try refuseSecrets(element, in: file) }
    case .null, .bool, .number, .string: return
    }
  }

  /// The bytes of a file that belongs to the configuration.
  package static func read(_ path: String, shown: String, wasFound: Bool = false) throws(ConfigurationError)
    -> [UInt8]
  {
    do {
      return try SmallFile.read(path, limit: largestSize) {
        wasFound ? FoundFile.distrust(of: $0, at: path) : nil
      }
    } catch {
      switch error {
      case .refused(let reason):
        throw ConfigurationError(
          "\(shown): \(reason)",
          advice: "to use it all the same, name it: --config \(shown)")
      case .unreadable(let number):
        throw ConfigurationError(
          "\(shown): \(SystemReason.text(number))", kind: number == EACCES ? .permission : .configuration)
      case .tooLarge:
        throw ConfigurationError("\(shown): larger than 1 MiB, so hardly a configuration file")
      }
    }
  }
}
