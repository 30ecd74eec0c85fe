package import ReceiptModel

/// A function that SQL may call; the same arguments always give the same value.
package struct SQLFunction: Sendable {
  package enum Body: Sendable {
    case value(@Sendable ([Cell]) throws(Refusal) -> Cell)
    /// Makes what takes the rows of one group.
    case aggregate(@Sendable () -> any Aggregate)
  }

  /// What takes the rows of one group.
  package protocol Aggregate: AnyObject {
    func add(_ arguments: [Cell]) throws(Refusal)
    /// The value of the group, which is asked for once.
    func value() throws(Refusal) -> Cell
  }

  /// Why a call ends the statement.
  package enum Refusal: Error {
    /// In words for whoever wrote the statement.
    case words(String)
    case memory
  }

  package let name: String
  package let argumentCount: Int
  package let body: Body

  package init(_ name: String, arguments: Int, _ body: Body) {
    self.name = name
    argumentCount = arguments
    self.body = body
  }
}
