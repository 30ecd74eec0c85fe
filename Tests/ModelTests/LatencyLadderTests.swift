import Assets
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// `latency_hour` writes `LatencyBucket` out as a ladder of conditions.
@Suite struct LatencyLadderTests {
  /// The bucket of each latency by the model: the view over a `cohort` that holds one delivery of each.
  private func buckets(_ latencies: Set<Int64>) throws -> [Int64: Int64] {
    let database = try Database(path: ":memory:", mode: .memory)
    try database.execute(
      "CREATE TABLE cohort(hour INTEGER, app_key TEXT, channel TEXT, ack_latency_ms INTEGER)")
    let insert = try database.prepare("INSERT INTO cohort VALUES (?1, '', '', ?1)")
    for latency in latencies {
      insert.bind(latency, at: 1)
      try insert.run()
    }
    let view = try #require(ModelQuery.all.first { $0.view == "latency_hour" })
    try database.execute(view.text)
    let rows = try database.prepare("SELECT hour, bucket FROM latency_hour WHERE count = 1")
    var result: [Int64: Int64] = [:]
    while try rows.step() { result[rows.integer(0)] = rows.optionalInteger(1) }
    return result
  }

  /// The longest that two events can be apart.
  private static let longest = Instant.latest.milliseconds - Instant.earliest.milliseconds

  /// Within a bucket the ladder adds the same number to the same quotient, so its ends speak for all of it.
  @Test func `both ends of every bucket are in it`() throws {
    var wanted: [Int64: Int64] = [-1: -1, -Self.longest: -1]
    for bucket in 0...LatencyBucket.bucket(of: Self.longest) {
      let range = LatencyBucket.range(of: bucket)
      guard !range.isEmpty, LatencyBucket.bucket(of: range.lowerBound) == bucket else { continue }
      for end in [range.lowerBound, range.upperBound - 1] { wanted[end] = Int64(bucket) }
    }
    #expect(wanted.count > 4_000)
    #expect(try buckets(Set(wanted.keys)) == wanted)
  }

  @Test func `any latency is in its bucket`() throws {
    var random = SeededGenerator(seed: 11)
    let latencies = (0..<50_000).map { _ in
      Int64.random(in: 0...Self.longest, using: &random) >> Int64.random(in: 0..<42, using: &random)
    }
    let found = try buckets(Set(latencies))
    let wrong = latencies.filter { found[$0] != Int64(LatencyBucket.bucket(of: $0)) }
    #expect(wrong == [])
  }
}
