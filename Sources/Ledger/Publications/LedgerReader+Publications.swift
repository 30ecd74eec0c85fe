package import ReceiptModel
import SQLite

extension LedgerReader {

  /// The last publication of each day before a moment, in the order of the days; after these, what was published as of
  /// the moment itself.
  ///
  /// - Parameters:
  ///   - moment: only reports whose as-of is before it count, milliseconds UTC.
  ///   - judgement: settings and definitions by which reports as of the moment itself count, too; `nil` for none.
  ///   - starts: the days that begin in this span, milliseconds UTC.
  package func published(
    _ scope: Publication.Scope, before moment: Int64,
    orAtItBy judgement: (settings: String, definitions: String)? = nil,
    starting starts: Range<Int64>
  ) throws -> [PublishedDay] {
    let rows = try database.prepare(
      """
      SELECT p.as_of_ms, p.settings, p.definitions, d.* FROM published_day AS d
      JOIN publication AS p ON p.ref = d.publication_ref
      WHERE d.start_ms >= ?1 AND d.start_ms < ?2 AND p.zone = ?3 AND p.app_keys = ?4
        AND (p.as_of_ms < ?5 OR (p.as_of_ms = ?5 AND p.settings = ?6 AND p.definitions = ?7))
      ORDER BY d.start_ms, p.as_of_ms, p.ref, d.part
      """)
    rows.bind(starts.lowerBound, at: 1)
    rows.bind(starts.upperBound, at: 2)
    rows.bind(scope.zone, at: 3)
    rows.bind(try array(scope.appKeys), at: 4)
    rows.bind(moment, at: 5)
    rows.bind(judgement?.settings, at: 6)
    rows.bind(judgement?.definitions, at: 7)
    var days: [PublishedDay] = []
    while try rows.step() {
      var counts = Counts()
      for count in Count.allCases { counts[count] = Int(rows.integer(7 + count.rawValue)) }
      guard rows.integer(5) == 0 else {
        days[days.count - 1].later = counts
        continue
      }
      let day = PublishedDay(
        asOf: rows.integer(0), start: rows.integer(3), end: rows.integer(6), settings: rows.text(1),
        definitions: rows.text(2), counts: counts)
      if let last = days.last, last.start == day.start, last.asOf < moment, day.asOf < moment {
        days.removeLast()
      }
      days.append(day)
    }
    return days
  }

  /// A JSON array of texts.
  func array(_ texts: [String]) throws -> String {
    let quote = try database.prepare("SELECT json_quote(?1)")
    var parts: [String] = []
    for text in texts {
      quote.bind(text, at: 1)
      if try quote.step() { parts.append(quote.text(0)) }
      quote.reset()
    }
    return "[\(parts.joined(separator: ","))]"
  }
}
