extension Template {
  /// The stored queries that the template names, each once, by name.
  package var queryNames: [String] { Set(Self.names(parts)).sorted() }

  private static func names(_ parts: [Part]) -> [String] {
    parts.flatMap { part -> [String] in
      switch part {
      case .passage, .block: []
      case .query(let name, _, _): [name]
      case .condition(_, let inner, _): names(inner)
      }
    }
  }
}
