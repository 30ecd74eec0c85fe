import CommandLineKit
import Diagnosis
import Files
import Glibc
import JSON5
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
        "\(shown): not valid JSON5", advice: "look for a missing comma, bracket or quote")
    }
    root = try ConfigurationSection(value, file: shown)
    // The names of event types come from logs and are not settings.
    for (key, value) in root.fields where key != "eventTypes" {
      try Self.refuseSecrets(.object([key: value]), in: shown)
    }
  }

  /// Puts what the file sets into the configuration.
  func apply(to configuration: inout ResolvedConfiguration) throws(ConfigurationError) {
    try root.allow(Setting.allCases.map(\.rawValue))
    var target = Target(configuration: configuration, origin: .file(path.escapedForTerminal()))
    target.set(\.databasePath, .databasePath, try root.text("databasePath").map(besideFile))
    target.set(\.timeZone, .timeZone, try root.text("timeZone"))
    target.set(\.language, .language, try root.language("language"))
    target.set(\.languageFile, .languageFile, try root.text("languageFile").map(besideFile))
    target.set(\.assumeTimeZone, .assumeTimeZone, try root.text("assumeTimeZone"))
    target.set(\.appKeys, .appKeys, try appKeys())
    target.set(\.eventTypes, .eventTypes, try eventTypes())
    target.set(\.channels, .channels, try channels(configuration.values.channels))
    target.set(\.settleMilliseconds, .settle, try root.duration("settle"))
    target.set(\.ackTimeoutMilliseconds, .ackTimeout, try root.duration("ackTimeout"))
    target.set(\.ackBudgetMilliseconds, .ackBudget, try root.duration("ackBudget"))
    target.set(\.openWindowMilliseconds, .openWindow, try root.duration("openWindow"))
    target.set(\.maxRejects, .maxRejects, try root.share("maxRejects"))
    target.set(\.minimumSends, .minimumSends, try root.count("minimumSends"))
    target.set(\.limits, .limits, try limits())
    target.set(\.clientNetworks, .clientNetworks, try root.bool("clientNetworks"))
    target.set(\.jobs, .jobs, try root.jobs("jobs"))
    target.set(\.memoryBytes, .memory, try root.memory("memory"))
    target.set(\.queriesFolder, .queriesFolder, try root.text("queriesFolder").map(besideFile))
    target.set(\.reportsFolder, .reportsFolder, try root.text("reportsFolder").map(besideFile))
    target.set(\.mappingsFolder, .mappingsFolder, try root.text("mappingsFolder").map(besideFile))
    target.set(
      \.failureReasonsFile, .failureReasonsFile, try root.text("failureReasonsFile").map(besideFile))
    target.set(\.pseudonymKeyFile, .pseudonymKeyFile, try root.text("pseudonymKeyFile").map(besideFile))
    target.set(\.retentionDays, .retentionDays, try root.count("retentionDays"))
    target.set(\.run, .run, try root.section("run").map(run))
    target.set(\.spark, .spark, try root.section("spark").map(spark))
    configuration = target.configuration
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
    guard let sections = try root.sections("appKeys") else { return nil }
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
    guard let section = try root.section("eventTypes") else { return nil }
    var kinds: [String: EventKind] = [:]
    for raw in section.fields.keys.sorted() {
      if let kind = try section.kind(raw) { kinds[raw.lowercasedASCII] = kind }
    }
    return kinds
  }

  private func limits() throws(ConfigurationError) -> [String: LimitValue]? {
    guard let section = try root.section("limits") else { return nil }
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
    guard let section = try root.section("channels") else { return nil }
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
          "\(shown): found but not used, because it \(reason), who could lead this program to any file",
          advice: "to use it all the same, name it: --config \(shown)")
      case .unreadable(let number):
        throw ConfigurationError(
          "\(shown): \(SystemReason.text(number))", exitCode: number == EACCES ? .permission : .configuration)
      case .tooLarge:
        throw ConfigurationError("\(shown): larger than 1 MiB, so hardly a configuration file")
      }
    }
  }
}
