package import ReceiptModel

extension DataSetDescription {
  package static let latency = DataSetDescription(
    "latency", row: "each day, AppKey, channel and step of ack latency that holds any",
    key: ["day", "app_key", "channel", "bucket"],
    columns: [
      .day, .id("app_key", "AppKey"), .channel,
      .count("bucket", "0 is below zero, 12 a day and more", unit: "number"),
      .milliseconds("lower_ms", "the bucket's lower limit, included; empty below zero"),
      .milliseconds("upper_ms", "the bucket's upper limit, excluded; empty for the last"),
      .count("count", "acked deliveries with a latency in the bucket"),
    ])
}

extension DataSet {
  /// The coarse ack latency histogram of each day, AppKey and channel; empty buckets are left out.
  package static func latency(_ cells: [CohortCell], _ scope: CohortScope) -> DataSet {
    DataSet(
      .latency,
      rows: cells.flatMap { cell in
        cell.latencies.coarse.enumerated().filter { $0.element > 0 }.map { bucket, count in
          let edges = LatencyBucket.edges
          return [
            .text(scope.days[cell.key.day].name), .text(cell.key.appKey), .text(cell.key.parts[0]),
            .integer(Int64(bucket)), bucket > 0 ? .integer(edges[bucket - 1]) : .null,
            bucket < edges.count ? .integer(edges[bucket]) : .null, .integer(Int64(count)),
          ]
        }
      })
  }
}
