/// An error that knows how whoever runs the program is told of it.
package protocol FailureConvertible: Error {
  var failure: Failure { get }
}

extension Failure: FailureConvertible {
  package var failure: Failure { self }
}
