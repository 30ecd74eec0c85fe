package import Prose

/// A type that can be read from one word of the command line.
///
/// An enum with text raw values needs nothing but the conformance: its cases become the choices.
package protocol ArgumentValue: Sendable {
  /// - Returns: `nil` when the word does not say such a value.
  init?(argument: String)
  /// What a good word looks like, for messages: `a whole number`.
  static var expectation: Phrase { get }
  /// Every word that is possible, or empty when they cannot be listed.
  static var choices: [String] { get }
}

extension ArgumentValue {
  package static var choices: [String] { [] }
}

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  package init?(argument: String) { self.init(rawValue: argument) }
  package static var expectation: Phrase { "one of \(choices.joined(separator: ", "))" }
  package static var choices: [String] { allCases.map(\.rawValue) }
}

extension String: ArgumentValue {
  package init?(argument: String) { self = argument }
  package static var expectation: Phrase { "text" }
}

extension Int: ArgumentValue {
  package init?(argument: String) { self.init(argument) }
  package static var expectation: Phrase { "a whole number" }
}

/// A share of a whole, from 0 to 1.
package struct Share: ArgumentValue, Equatable, ExpressibleByIntegerLiteral {
  package var value: Double

  package init(integerLiteral value: Int) { self.value = Double(value) }

  package init?(argument: String) {
    guard let value = Double(argument), (0...1).contains(value) else { return nil }
    self.value = value
  }

  package static var expectation: Phrase { "a share from 0 to 1" }
}
