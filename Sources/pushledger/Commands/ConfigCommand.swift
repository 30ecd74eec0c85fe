import CommandLineKit
import ConfigurationReading
import Files
import Operations
import Prose
import ReceiptModel

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var words: [String] = []

    static let table: [Option<Self>] =
      [
        .rest(
          \.words, placeholder: "show SETTING",
          help: "which settings to show, limits as limits.NAME; without one, all of them"
        ).completing(.settings)
      ]
      + CommonOptions.table.nested(at: \.common)
  }

  static let config = Command(
    "config", summary: "print every setting and where it came from", group: .learn,
    examples: [
      Example("pushledger config show", "each value with its origin"),
      Example("pushledger config show timeZone limits.staleAfter", "two of them"),
    ], table: Options.table, defaults: Options()
  ) { options in
    guard let action = options.words.first, action == "show" else {
      if options.words.isEmpty { return try show([], options.common) }
      throw Failure.usage(
        "config knows no '\(options.words[0].escapedForTerminal())'", advice: "write config show")
    }
    return try show(Array(options.words.dropFirst()), options.common)
  }

  private static func show(_ names: [String], _ options: CommonOptions) throws -> ExitCode {
    let rows = try chosen(names, of: Session(options).resolved.shownRows)
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let valueWidth = min(rows.map(\.value.count).max() ?? 0, 40)
    for row in rows {
      let name = row.name.padded(to: nameWidth)
      let value = row.value.escapedForTerminal(limit: 600).padded(to: valueWidth)
      try DescriptorWriter.standardOutput.write("\(name)  \(value)  \(row.origin.escapedForTerminal())\n")
    }
    return .done
  }

  private typealias Row = (name: String, value: String, origin: String)

  /// The rows of these settings; `limits` stands for each of its own.
  private static func chosen(_ names: [String], of rows: [Row]) throws(Failure) -> [Row] {
    guard !names.isEmpty else { return rows }
    var chosen: [Row] = []
    for name in names {
      let found = rows.filter { $0.name == name || $0.name.hasPrefix(name + ".") }
      guard !found.isEmpty else {
        throw Failure.usage(
          "no setting is called '\(name.escapedForTerminal())'",
          advice: Suggestion.nearest(to: name, in: rows.map(\.name)) ?? "see pushledger config show")
      }
      chosen += found
    }
    return chosen
  }
}
