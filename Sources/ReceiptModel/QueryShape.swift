/// What a query takes and gives.
package struct QueryShape: Equatable, Sendable {
  /// The names of its parameters, without the colon.
  package var parameters: [String]
  package var columns: [ResultColumn]

  package init(parameters: [String], columns: [ResultColumn]) {
    self.parameters = parameters
    self.columns = columns
  }
}
