import Files
import Glibc
package import Prose
package import ReceiptModel

/// Finds the configuration of a run: options before environment, before file, before defaults.
package struct ConfigurationLoader {
  /// What the options that every command has say; `nil` where they were not given.
  package struct Options: Equatable, Sendable {
    /// `--config`.
    package var configurationPath: String?
    /// `--db`.
    package var databasePath: String?
    /// `--tz`.
    package var timeZone: String?
    /// `--lang`.
    package var language: LanguageTag?

    package init(
      configurationPath: String? = nil, databasePath: String? = nil, timeZone: String? = nil,
      language: LanguageTag? = nil
    ) {
      self.configurationPath = configurationPath
      self.databasePath = databasePath
      self.timeZone = timeZone
      self.language = language
    }
  }

  package var options: Options
  package var environment: (String) -> String?
  /// Whether there is something at a path; a home that cannot be looked at, as that of root for who took on another user,
  /// has no configuration of this user.
  let exists: (String) -> Bool

  package init(
    options: Options = Options(), environment: @escaping (String) -> String? = Environment.variable,
    exists: @escaping (String) -> Bool = { FileCall.access($0, F_OK) }
  ) {
    self.options = options
    self.environment = environment
    self.exists = exists
  }

  /// - Throws: `ConfigurationError`; a file that was named and does not exist is one, having none is not.
  package func load() throws(ConfigurationError) -> ResolvedConfiguration {
    var configuration = ResolvedConfiguration()
    if let path = filePath {
      try ConfigurationFile(path: path, wasFound: namedPath == nil).apply(to: &configuration)
    }
    for (setting, name, path) in Self.variables {
      if let value = variable(name) { configuration.set(path, to: value, as: setting, by: .variable(name)) }
    }
    if let path = options.databasePath {
      configuration.set(\.databasePath, to: path, as: .databasePath, by: .option("--db"))
    }
    if let zone = options.timeZone {
      configuration.set(\.timeZone, to: zone, as: .timeZone, by: .option("--tz"))
    }
    if let language = options.language {
      configuration.set(\.language, to: language, as: .language, by: .option("--lang"))
    }
    return configuration
  }

  /// The file that counts, or `nil` when there is none: the named one, else the folder's, else the user's.
  package var filePath: String? {
    namedPath ?? ([ConfigurationFile.name] + userPath).first(where: exists)
  }

  var namedPath: String? { options.configurationPath ?? variable("PUSHLEDGER_CONFIG") }

  private var userPath: [String] {
    let folder = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return folder.map { ["\($0)/pushledger/\(ConfigurationFile.name)"] } ?? []
  }

  private static var variables: [(Setting, String, WritableKeyPath<Configuration, String>)] {
    [(.databasePath, "PUSHLEDGER_DB", \.databasePath), (.timeZone, "PUSHLEDGER_TZ", \.timeZone)]
  }

  /// A variable that is set to nothing counts as not set, as scripts often have them.
  private func variable(_ name: String) -> String? {
    guard let value = environment(name), !value.isEmpty else { return nil }
    return value
  }
}
