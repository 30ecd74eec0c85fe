import Foundation
import ReceiptModel
import ReferenceLedger
import TestSupport
import Testing

@testable import Engines

/// One small log on a real Spark; `scripts/test-spark` has many, and clusters.
@Suite struct RealSparkTests {
  /// Lines that name something twice: one that is read, and all the ways to be refused.
  private static let twice = [
    #""brand":"a","brand":"a""#, #""brand":"a","brand":"b""#, #""brand":1,"brand":"1""#,
    #""brand":{"a":1},"brand":{"a":2}"#, #""brand":{},"brand":[]"#, #""brand":{"a":1},"brand":"x""#,
    #""brand":null,"brand":{"a":1}"#, #""x":{"a":1},"x":{"a":2}"#, #""x":{"y":{"a":1},"y":{"b":2}}"#,
    #""x":{"brand":"a"},"x":{"brand":"b"}"#, #""brand":"a","x":{"brand":"b"},"x":{"brand":"c"}"#,
    #""x":{"app_key":"other"},"x":{"app_key":"third"}"#,
  ].enumerated().map { number, members in
    """
    {"app_key":"twice","message_id":"\(number)","device_id":"d","event_type":"sent","event_time":"1790067600000",\(members)}

    """
  }

  @Test(
    .enabled(if: RealSpark.environment != nil, "no Spark here: set SPARK_HOME, or run scripts/test-spark"))
  func `every row that Spark counts is that of SQLite`() throws {
    let scratch = try ScratchFolder()
    let text = RandomLog(seed: 41, lines: 300).text + Self.twice.joined()
    let log = try scratch.write(text, to: "log.jsonl")
    let settings = JobSettings(
      configuration: Configuration(), scope: Instant.earliest.milliseconds..<Instant.latest.milliseconds)
    let (wanted, sums) = (scratch.path("sqlite"), scratch.path("spark"))
    let own = try SQLiteEngine(run: "r", settings: settings, inputs: [log]).compute(into: wanted)
    var spark = SparkEngine(
      run: "r", settings: settings, inputs: [log], master: try SparkMaster("local[2]"),
      environment: try #require(RealSpark.environment))
    spark.timeout = .seconds(900)
    let manifest = try spark.compute(into: sums)
    #expect(manifest.counts == own.counts)
    #expect(own.counts["lines"] == 312 && own.counts["rejected_lines"] == 6)
    for relation in Relation.allCases where relation != .manifest {
      let rows = try RunRows(relation, in: wanted)
      #expect(try RunRows(relation, in: sums) == rows, "\(relation)")
      #expect(!rows.rows.isEmpty, "\(relation) is compared with nothing")
    }
  }
}
