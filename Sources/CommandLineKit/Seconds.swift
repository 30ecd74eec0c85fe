package import Prose

/// A length of time in whole seconds, up to a year.
package struct Seconds: ArgumentValue, Equatable, ExpressibleByIntegerLiteral {
  package var value: Int

  package init(integerLiteral value: Int) { self.value = value }

  package init?(argument: String) {
    guard let value = Int(argument), (0...366 * 86_400).contains(value) else { return nil }
    self.value = value
  }

  package static var expectation: Phrase { "a number of seconds, from 0 to a year" }
}
