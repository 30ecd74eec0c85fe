/// The CSV data sets, over cohort deliveries with a device. A zone is given as minutes east of UTC.
extension ReferenceLedger {
  /// `daily.csv`: a row for every day, AppKey and channel with a cohort delivery.
  package func daily(
    asOf: Int64, offsetMinutes: Int = 0, settle: Int64 = 900_000, ackTimeout: Int64 = 30_000,
    budget: Int64 = 17_000
  ) -> ReferenceTable {
    numbers(by: ["app_key", "channel"], asOf, .day(offsetMinutes), settle, ackTimeout, budget) {
      [$0.appKey, $0.channel]
    }
  }

  /// `hourly.csv`: a row for every hour of UTC, AppKey and channel with a cohort delivery.
  package func hourly(
    asOf: Int64, offsetMinutes: Int = 0, settle: Int64 = 900_000, ackTimeout: Int64 = 30_000,
    budget: Int64 = 17_000
  ) -> ReferenceTable {
    numbers(by: ["app_key", "channel"], asOf, .hour(offsetMinutes), settle, ackTimeout, budget) {
      [$0.appKey, $0.channel]
    }
  }

  /// `app_versions.csv`, with all further columns of `daily.csv`.
  package func appVersions(
    asOf: Int64, offsetMinutes: Int = 0, settle: Int64 = 900_000, ackTimeout: Int64 = 30_000,
    budget: Int64 = 17_000
  ) -> ReferenceTable {
    numbers(
      by: ["app_key", "app_version", "os_version"], asOf, .day(offsetMinutes), settle, ackTimeout, budget
    ) {
      [$0.appKey, $0.attributes["app_version"] ?? "", $0.attributes["os_version"] ?? ""]
    }
  }

  /// `campaigns.csv`, `networks.csv`, `brands.csv`: a row for every day, AppKey and value with a cohort delivery.
  package func parts(
    _ attribute: String, asOf: Int64, offsetMinutes: Int = 0, settle: Int64 = 900_000,
    ackTimeout: Int64 = 30_000,
    budget: Int64 = 17_000
  ) -> ReferenceTable {
    numbers(by: ["app_key", attribute], asOf, .day(offsetMinutes), settle, ackTimeout, budget) {
      [$0.appKey, $0.attributes[attribute] ?? ""]
    }
  }

  /// `failures.csv`: `share` is of all failures of the same day, AppKey, channel and kind.
  package func failures(offsetMinutes: Int = 0) -> ReferenceTable {
    let failed = cohorts(by: .day(offsetMinutes)) { [$0.appKey, $0.channel] }.flatMap { key, deliveries in
      Self.failures(of: deliveries).map { kind, failed in
        (
          key: [ReferenceSpan.day(offsetMinutes).text(key.span)] + key.texts.map(\.text) + [kind],
          deliveries: failed
        )
      }
    }
    return ReferenceTable(
      header: ["day", "app_key", "channel", "kind", "reason_code", "reason_text", "count", "share"],
      keyCount: 6,
      rows: failed.flatMap { key, deliveries in
        Dictionary(grouping: deliveries) { [$0.reason.code, $0.reason.text].map(ByteText.init) }
          .map { reason, group in
            key + reason.map(\.text) + [String(group.count), share(group.count, of: deliveries.count)]
          }
      })
  }

  /// `latency.csv`: acked deliveries by the time their ack took; empty buckets are left out.
  package func latency(offsetMinutes: Int = 0) -> ReferenceTable {
    let edges = [0, 1, 5, 6, 11, 12, 17, 30, 60, 600, 3_600, 86_400].map { Int64($0) * 1_000 }
    let rows = cohorts(by: .day(offsetMinutes)) { [$0.appKey, $0.channel] }.flatMap { key, deliveries in
      let latencies = deliveries.compactMap { $0.latency(to: "ext_ack") }
      return Dictionary(grouping: latencies) { latency in edges.count { $0 <= latency } }.map {
        bucket, group in
        [ReferenceSpan.day(offsetMinutes).text(key.span)] + key.texts.map(\.text) + [
          String(bucket), bucket == 0 ? "" : String(edges[bucket - 1]),
          bucket == edges.count ? "" : String(edges[bucket]), String(group.count),
        ]
      }
    }
    return ReferenceTable(
      header: ["day", "app_key", "channel", "bucket", "lower_ms", "upper_ms", "count"], keyCount: 4,
      rows: rows,
      numericKeys: [3])
  }

  private static func failures(of deliveries: [ReferenceDelivery]) -> [(String, [ReferenceDelivery])] {
    [
      ("send_failed", deliveries.filter { $0.has("send_failed") && !$0.wasSent }),
      ("arrive_failed", deliveries.filter { $0.has("arrive_failed") && $0.wasSent }),
    ]
  }
}

/// The spans of time that rows are about, by numbers since 1970; a zone is given as minutes east of UTC.
private enum ReferenceSpan {
  case day(Int), hour(Int)

  var name: String { if case .day = self { "day" } else { "hour" } }

  func number(of time: Int64) -> Int64 {
    switch self {
    case .day(let offset): ReferenceTime.dayNumber(time, offsetMinutes: offset)
    case .hour: time / 3_600_000
    }
  }

  /// Milliseconds.
  func end(_ number: Int64) -> Int64 {
    switch self {
    case .day(let offset): (number + 1) * ReferenceTime.millisecondsPerDay - Int64(offset) * 60_000
    case .hour: (number + 1) * 3_600_000
    }
  }

  func text(_ number: Int64) -> String {
    switch self {
    case .day: ReferenceTime.dayText(number)
    case .hour(let offset): ReferenceTime.hourText(number, offsetMinutes: offset)
    }
  }
}

extension ReferenceLedger {
  private struct CohortKey: Hashable {
    let span: Int64
    let texts: [ByteText]
  }

  /// Cohort deliveries with a device by day or hour and the texts that `texts` names.
  private func cohorts(
    by span: ReferenceSpan, _ texts: (ReferenceDelivery) -> [String]
  ) -> [CohortKey: [ReferenceDelivery]] {
    var groups: [CohortKey: [ReferenceDelivery]] = [:]
    for delivery in withDevice {
      guard let time = delivery.cohortTime else { continue }
      let key = CohortKey(span: span.number(of: time), texts: texts(delivery).map(ByteText.init))
      groups[key, default: []].append(delivery)
    }
    return groups
  }

  private func numbers(
    by columns: [String], _ asOf: Int64, _ span: ReferenceSpan, _ settle: Int64, _ ackTimeout: Int64,
    _ budget: Int64,
    texts: (ReferenceDelivery) -> [String]
  ) -> ReferenceTable {
    let flagged = CohortNumbers.Flagged(
      timedOut: Set(timeouts(asOf: asOf, settle: settle, ackTimeout: ackTimeout).map(\.delivery.key)),
      overBudget: Set(overBudget(budget).map(\.delivery.key)),
      answeredElsewhere: Set(foreignAnswers().flatMap(\.senders).map(\.key)))
    return ReferenceTable(
      header: [span.name] + columns + CohortNumbers.header, keyCount: columns.count + 1,
      rows: cohorts(by: span, texts).map { key, deliveries in
        let isRipe = asOf >= span.end(key.span) + settle
        let numbers = CohortNumbers(deliveries: deliveries, flagged: flagged, isRipe: isRipe)
        return [span.text(key.span)] + key.texts.map(\.text) + numbers.cells
      })
  }
}
