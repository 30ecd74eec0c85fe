/// What help, completions and documentation say about one row of an option table.
package struct OptionRow: Equatable, Sendable {
  package enum Shape: Equatable, Sendable {
    /// Present or not.
    case flag
    /// Followed by a value; of several the last counts.
    case value
    /// Followed by a value, as often as wanted.
    case repeated
    /// The words that are not options; at most `limit` of them.
    case rest(limit: Int?)
  }

  package let shape: Shape
  /// Long name first, such as `--database` and `-d`; empty for the rest.
  package let names: [String]
  /// The value's name in help, such as `FILE`; empty for a flag.
  package let placeholder: String
  package let help: String
  /// Every value that is possible, or empty when they cannot be listed.
  package let choices: [String]
  /// The heading it stands under in help.
  package var section = "Options"
  /// Whether it works without being told to anybody: for scripts that this program makes itself.
  package var isHidden = false
  /// What was said about completing its value, where choices and placeholder do not say it.
  var ownCompletion: ValueCompletion?

  /// What can stand as its value.
  package var completion: ValueCompletion {
    if let ownCompletion { return ownCompletion }
    guard choices.isEmpty else { return .words(choices) }
    switch placeholder {
    case "FILE", "PATH": return .files
    case "DIR": return .folders
    default: return .nothing
    }
  }

  /// As shown in the left column of help: `-d, --database FILE`.
  package var label: String {
    guard !names.isEmpty else { return placeholder }
    let short = names.filter { !$0.hasPrefix("--") }
    let long = names.filter { $0.hasPrefix("--") }
    let words = (short + long).joined(separator: ", ")
    // Rows without a short name leave room for one, so that the long names stand below each other.
    let label = short.isEmpty ? "    " + words : words
    return placeholder.isEmpty ? label : "\(label) \(placeholder)"
  }

  /// As shown in the usage line, for the rest only: `[PATH...]`.
  var usage: String? {
    switch shape {
    case .rest(limit: 1): "[\(placeholder)]"
    case .rest: "[\(placeholder)...]"
    case .flag, .value, .repeated: nil
    }
  }

  /// What a row lacks, in words for a test; empty when it is complete.
  package var problems: [String] {
    var problems: [String] = []
    let name = names.first ?? placeholder
    if help.isEmpty { problems.append("\(name) has no help") }
    if help.hasSuffix(".") { problems.append("\(name): help ends in a full stop") }
    if case .rest = shape {
    } else {
      if !name.hasPrefix("--") { problems.append("\(name): the first name must be a long one") }
      if (shape == .flag) != placeholder.isEmpty {
        problems.append("\(name): placeholder and shape disagree")
      }
    }
    return problems
  }
}
