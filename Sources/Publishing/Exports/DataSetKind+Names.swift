package import Prose
package import Reporting

extension DataSetKind {
  /// The data sets of these names, in their own order; all for `nil`.
  ///
  /// - Throws: `Failure` with the name that was probably meant.
  package static func named(_ names: [String]?) throws(Failure) -> [DataSetKind] {
    for name in names ?? [] where DataSetKind(rawValue: name) == nil {
      throw Failure.usage(
        "unknown data set '\(name.escapedForTerminal())'",
        advice: Suggestion.nearest(to: name, in: Self.names)
          ?? "there are \(Self.names.joined(separator: ", "))")
    }
    return allCases.filter { names?.contains($0.rawValue) ?? true }
  }
}
