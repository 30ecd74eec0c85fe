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

  /// Whether it has a block, also in what a condition may leave out.
  package func names(block: String) -> Bool { Self.names(block, in: parts) }

  private static func names(_ wanted: String, in parts: [Part]) -> Bool {
    parts.contains { part in
      switch part {
      case .block(let name, _): name == wanted
      case .condition(_, let parts, let otherwise): names(wanted, in: parts + otherwise)
      case .passage, .chart, .query, .queryChart: false
      }
    }
  }
}
