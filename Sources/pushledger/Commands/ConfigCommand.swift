import CommandLineKit
import ReceiptModel

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var action: String?

    static let table: [Option<Self>] =
      [
        .rest(\.action, placeholder: "show", help: "what to do; show is all there is")
          .completing(.words(["show"]))
      ]
      + CommonOptions.table.nested(at: \.common)
  }

  static let config = Command(
    "config", summary: "print every setting and where it came from", group: .learn,
    examples: [Example("pushledger config show", "each value with its origin")], table: Options.table,
    defaults: Options()
  ) { options in
    guard options.action ?? "show" == "show" else {
      throw UsageError(
        "config knows no '\(options.action?.escapedForTerminal() ?? "")'", advice: "write config show")
    }
    let rows = try Session(options.common).resolved.shownRows
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let valueWidth = min(rows.map(\.value.count).max() ?? 0, 40)
    for row in rows {
      let name = row.name.padded(to: nameWidth)
      let value = row.value.escapedForTerminal(limit: 600).padded(to: valueWidth)
      try DescriptorWriter.standardOutput.write("\(name)  \(value)  \(row.origin.escapedForTerminal())\n")
    }
    return .done
  }
}

extension String {
  /// The text followed by as many blanks as it is shorter than `width`.
  func padded(to width: Int) -> String {
    count < width ? self + String(repeating: " ", count: width - count) : self
  }
}
