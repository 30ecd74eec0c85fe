import SQLite

/// Deliveries that other logs tell under their own names, by what became of them.
package struct LinkCounts: Equatable, Sendable {
  package var joined = 0
  package var ambiguous = 0
  package var unknown = 0

  package var isEmpty: Bool { joined + ambiguous + unknown == 0 }

  package init() {}
}

extension LedgerReader {
  /// The counts over the whole ledger.
  package func linkCounts() throws -> LinkCounts {
    var counts = LinkCounts()
    let rows = try database.prepare("SELECT state, count(*) FROM link GROUP BY 1")
    while try rows.step() {
      switch LinkState(rawValue: Int(rows.integer(0))) {
      case .joined: counts.joined = Int(rows.integer(1))
      case .ambiguous: counts.ambiguous = Int(rows.integer(1))
      case .unknown: counts.unknown = Int(rows.integer(1))
      case nil: break
      }
    }
    return counts
  }
}
