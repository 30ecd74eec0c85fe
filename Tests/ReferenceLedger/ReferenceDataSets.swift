/// The CSV data sets, over cohort deliveries with a device. A zone is given as minutes east of UTC.
extension ReferenceLedger {
  /// `daily.csv`: a row for every day, AppKey and channel with a cohort delivery.
  package func daily(
    asOf: Int64, offsetMinutes: Int = 0, settle: Int64 = 900_000, ackTimeout: Int64 = 30_000,
    budget: Int64 = 17_000
  ) -> ReferenceTable {
    numbers(by: ["app_key", "channel"], asOf, offsetMinutes, settle, ackTimeout, budget) {
      [$0.appKey, $0.channel]
    }
  }

  /// `app_versions.csv`, with all further columns of `daily.csv`.
  package func appVersions(
    asOf: Int64, offsetMinutes: Int = 0, settle: Int64 = 900_000, ackTimeout: Int64 = 30_000,
    budget: Int64 = 17_000
  ) -> ReferenceTable {
    numbers(by: ["app_key", "app_version", "os_version"], asOf, offsetMinutes, settle, ackTimeout, budget) {
      [$0.appKey, $0.attributes["app_version"] ?? "", $0.attributes["os_version"] ?? ""]
    }
  }

  /// `failures.csv`: `share` is of all failures of the same day, AppKey, channel and kind.
  package func failures(offsetMinutes: Int = 0) -> ReferenceTable {
    let failed = cohorts(offsetMinutes) { [$0.appKey, $0.channel] }.flatMap { key, deliveries in
      Self.failures(of: deliveries).map { kind, failed in
        (key: [ReferenceTime.dayText(key.day)] + key.texts.map(\.text) + [kind], deliveries: failed)
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
    let rows = cohorts(offsetMinutes) { [$0.appKey, $0.channel] }.flatMap { key, deliveries in
      let latencies = deliveries.compactMap { $0.latency(to: "ext_ack") }
      return Dictionary(grouping: latencies) { latency in edges.count { $0 <= latency } }.map {
        bucket, group in
        [ReferenceTime.dayText(key.day)] + key.texts.map(\.text) + [
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

extension ReferenceLedger {
  private struct CohortKey: Hashable {
    let day: Int64
    let texts: [ByteText]
  }

  /// Cohort deliveries with a device by day and the texts that `texts` names.
  private func cohorts(
    _ offsetMinutes: Int, by texts: (ReferenceDelivery) -> [String]
  ) -> [CohortKey: [ReferenceDelivery]] {
    var groups: [CohortKey: [ReferenceDelivery]] = [:]
    for delivery in withDevice {
      guard let time = delivery.cohortTime else { continue }
      let day = ReferenceTime.dayNumber(time, offsetMinutes: offsetMinutes)
      groups[CohortKey(day: day, texts: texts(delivery).map(ByteText.init)), default: []].append(delivery)
    }
    return groups
  }

  private func numbers(
    by columns: [String], _ asOf: Int64, _ offsetMinutes: Int, _ settle: Int64, _ ackTimeout: Int64,
    _ budget: Int64,
    texts: (ReferenceDelivery) -> [String]
  ) -> ReferenceTable {
    let flagged = CohortNumbers.Flagged(
      timedOut: Set(timeouts(asOf: asOf, settle: settle, ackTimeout: ackTimeout).map(\.delivery.key)),
      overBudget: Set(overBudget(budget).map(\.delivery.key)),
      answeredElsewhere: Set(foreignAnswers().flatMap(\.senders).map(\.key)))
    return ReferenceTable(
      header: ["day"] + columns + CohortNumbers.header, keyCount: columns.count + 1,
      rows: cohorts(offsetMinutes, by: texts).map { key, deliveries in
        let end = (key.day + 1) * ReferenceTime.millisecondsPerDay - Int64(offsetMinutes) * 60_000
        let numbers = CohortNumbers(deliveries: deliveries, flagged: flagged, isRipe: asOf >= end + settle)
        return [ReferenceTime.dayText(key.day)] + key.texts.map(\.text) + numbers.cells
      })
  }
}
