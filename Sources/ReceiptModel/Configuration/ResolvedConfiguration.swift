/// The configuration of this run, and where each part of it came from.
package struct ResolvedConfiguration: Equatable, Sendable {
  /// Who set something.
  ///
  /// The later case wins over the earlier.
  package enum Origin: Equatable, Sendable {
    case builtIn
    case file(String)
    /// A variable of the environment.
    case variable(String)
    /// An option of the command line.
    case option(String)

    /// `default`, `file pushledger.json5`, `environment PUSHLEDGER_DB`, `option --db`.
    package var text: String {
      switch self {
      case .builtIn: "default"
      case .file(let path): "file \(path)"
      case .variable(let name): "environment \(name)"
      case .option(let name): "option \(name)"
      }
    }
  }

  package private(set) var values = Configuration()
  private var origins: [Setting: Origin] = [:]

  package init() {}

  package func origin(of setting: Setting) -> Origin { origins[setting] ?? .builtIn }

  /// Sets one part and remembers who did.
  ///
  /// Call in the order of the origins.
  package mutating func set<Value>(
    _ path: WritableKeyPath<Configuration, Value>, to value: Value, as setting: Setting, by origin: Origin
  ) {
    values[keyPath: path] = value
    origins[setting] = origin
  }

  /// Every setting with its value as text and where it came from, in a fixed order.
  package var rows: [(name: String, value: String, origin: String)] {
    Setting.allCases.map { ($0.rawValue, $0.text(in: values), origin(of: $0).text) }
  }
}
