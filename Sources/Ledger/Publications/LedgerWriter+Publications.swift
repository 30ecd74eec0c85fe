package import ReceiptModel
import SQLite

extension LedgerWriter {
  /// Remembers what a report made public; the caller holds the lock.
  ///
  /// It keeps the same content as of the same moment once, and other content as a further publication; none without days.
  ///
  /// - Returns: whether it was new.
  @discardableResult package func publish(_ publication: Publication) throws -> Bool {
    guard !publication.days.isEmpty else { return false }
    return try database.transaction {
      let row = try database.prepare(
        """
        INSERT INTO publication(zone, app_keys, as_of_ms, tool_version, settings, definitions, data)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING RETURNING ref
        """)
      row.bind(publication.scope.zone, at: 1)
      row.bind(try array(publication.scope.appKeys), at: 2)
      row.bind(publication.asOf, at: 3)
      row.bind(publication.toolVersion, at: 4)
      row.bind(publication.settings, at: 5)
      row.bind(publication.definitions, at: 6)
      row.bind(publication.data, at: 7)
      guard try row.step() else { return false }
      let ref = row.integer(0)
      row.reset()
      let values = (1...4 + Count.allCases.count).map { "?\($0)" }.joined(separator: ", ")
      let insert = try database.prepare("INSERT INTO published_day VALUES (\(values))")
      for day in publication.days {
        let later = try countsLater(
          than: publication.asOf, in: day.span, scope: publication.cohortScope, settlesMeanwhile: false)
        for (part, counts) in [day.counts, later].enumerated() where part == 0 || !counts.isZero {
          insert.bind(day.span.start, at: 1)
          insert.bind(ref, at: 2)
          insert.bind(part, at: 3)
          insert.bind(day.span.end, at: 4)
          for count in Count.allCases { insert.bind(counts[count], at: 5 + count.rawValue) }
          try insert.run()
        }
      }
      return true
    }
  }
}

extension Publication {
  fileprivate var cohortScope: CohortScope {
    CohortScope(days: days.map(\.span), appKeys: scope.appKeys, asOf: asOf, settle: settle)
  }
}
