import CommandLineKit
import ReceiptModel

extension DayRange: ArgumentValue {
  package init?(argument: String) { self.init(argument) }

  package static var expectation: String { "a day such as 2026-09-21, or two such as 2026-09-01..2026-09-21" }
}
