extension Template {
  /// The stored queries that the template names, each once, by name.
  package var queryNames: [String] { Set(Self.names(parts)).sorted() }

  private static func names(_ parts: [Part]) -> [String] {
    parts.flatMap { part -> [String] in
      switch part {
      case .passage, .block, .chart: return []
      case .query(let query, _): return [query.name]
      case .queryChart(let query, _): return [query.name]
      case .condition(let condition, let parts, let otherwise):
        var names = Self.names(parts) + Self.names(otherwise)
        if case .query(let query) = condition.question { names.append(query.name) }
        return names
      }
    }
  }
}
