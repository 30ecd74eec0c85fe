import SQLite

/// The UTC hours whose sums were loaded, so that the log is not counted there.
struct LoadedHours {
  /// In order; none overlap.
  private let spans: [Range<Int64>]

  init(in database: Database) throws {
    let rows = try database.prepare(
      "SELECT start_ms / 3600000, end_ms / 3600000 FROM loaded_run ORDER BY start_ms")
    var spans: [Range<Int64>] = []
    while try rows.step() { spans.append(rows.integer(0)..<rows.integer(1)) }
    self.spans = spans
  }

  func contains(_ hour: Int64) -> Bool {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound <= hour { low = middle + 1 } else { high = middle }
    }
    return low < spans.count && spans[low].contains(hour)
  }
}
