package import ReceiptModel
import SQLite

extension LedgerReader {
  /// The part of a day's counters that is owed to events after a moment: the counters, less those of the same
  /// deliveries without these events.
  ///
  /// It looks at the messages that have such events, and counts those of their deliveries that have some. What only a
  /// late event says of a push, such as its channel, stays: attributes are not taken back.
  ///
  /// - Parameters:
  ///   - moment: milliseconds UTC.
  ///   - scope: the AppKeys to count, and "now"; its days play no part.
  ///   - settlesMeanwhile: whether deliveries that were not settled at the moment and are now count too, as they do for
  ///     ack timeouts.
  package func countsLater(
    than moment: Int64, in day: DaySpan, scope: CohortScope, settlesMeanwhile: Bool
  ) throws -> Counts {
    let newest = try database.integer("SELECT max(newest_ms) FROM event_sum") ?? .min
    guard newest > moment || settlesMeanwhile, day.start < day.end else { return Counts() }
    var messages = "f.message_ref IN (\(self.messages(withEventsIn: day.start..<day.end)))"
    if !settlesMeanwhile {
      // The events may be of any AppKey, since an answer under a foreign one counts for the sender's delivery.
      messages += """
         AND (f.message_ref, f.device) IN (
          SELECT message_ref, device FROM main.delivery
          WHERE message_ref IN (\(self.messages(withEventsIn: moment..<Self.lastTime)))
            AND \(Schema.newestFirstTime) > \(moment))
        """
    }
    let filter =
      "AND \(messages) AND f.cohort_at >= \(day.start) AND f.cohort_at < \(day.end)"
    let whole = RollupDefinition.cohorts(.channels, .init(filter: filter, settledUntil: scope.settledUntil))
    let boundary = settlesMeanwhile ? moment - scope.settle : scope.settledUntil
    let before = RollupDefinition.cohorts(.channels, .init(filter: filter, settledUntil: boundary))
    var counts = try sum(whole, scope.appKeys)
    counts.subtract(try sum("\(Self.deliveries(until: moment)) \(before)", scope.appKeys))
    return counts
  }

  /// Events are refused from here on: 2100-01-01.
  private static let lastTime: Int64 = 4_102_444_800_000

  /// The deliveries as they would stand without the events after a moment; named as the table and the views that the
  /// definitions read.
  private static func deliveries(until moment: Int64) -> String {
    let times = Schema.kindColumns.map { "iif(base_ms + \($0) <= \(moment), \($0), NULL) AS \($0)" }
    return """
      WITH delivery AS NOT MATERIALIZED (
        SELECT message_ref, device, app_ref, base_ms, \(times.joined(separator: ", ")), context_ref, build_ref,
          network_ref, reason_ref
        FROM main.delivery WHERE base_ms <= \(moment)
      ),
      counted_delivery AS NOT MATERIALIZED (\(Schema.countedDeliveries)),
      counted_fact AS NOT MATERIALIZED (\(Schema.factQuery(of: "counted_delivery")))
      """
  }

  /// Adds up rows of hour, AppKey, part and counters.
  private func sum(_ sql: String, _ appKeys: [String]) throws -> Counts {
    var wanted: Set<Int64> = []
    let apps = try database.prepare("SELECT ref FROM app WHERE app_key = ?1")
    for key in appKeys {
      apps.bind(key, at: 1)
      if try apps.step() { wanted.insert(apps.integer(0)) }
      apps.reset()
    }
    let rows = try database.prepare(sql)
    var sum = Counts()
    while try rows.step() {
      guard appKeys.isEmpty || wanted.contains(rows.integer(1)) else { continue }
      for count in Count.allCases { sum[count] += Int(rows.integer(3 + count.rawValue)) }
    }
    return sum
  }
}
