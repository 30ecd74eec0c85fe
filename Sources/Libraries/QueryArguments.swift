package import Prose
package import ReceiptModel

/// A value for a parameter of a query, as typed after `--param`: `top=10`, `channel=apns`.
package struct QueryArgument: Equatable, Sendable {
  /// Without the colon.
  package var name: String
  package var value: Cell

  package init(name: String, value: Cell) {
    self.name = name
    self.value = value
  }

  /// Reads `name=value`; a whole number is one unless it stands in single quotes, and everything else is text.
  package init?(argument: String) {
    // By bytes: an accent after the sign makes it another Character, and values come from logs.
    guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    name = String(argument[..<equals].drop { $0 == ":" })
    guard !name.isEmpty else { return nil }
    value = Cell(typed: String(argument[argument.utf8.index(after: equals)...]))
  }

  package static let expectation: Phrase = "NAME=VALUE"
}
