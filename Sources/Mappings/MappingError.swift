package import Prose

/// What is wrong with a mapping file, and where in it.
package struct MappingError: Error, Equatable, Sendable {
  /// `'fields.time': must be a path, not a number`.
  package var message: Phrase

  init(_ place: String, _ problem: Phrase) {
    message = place.isEmpty ? problem : "'\(place)': \(problem)"
  }
}
