import Mappings
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Records that a mapping reads, from a file to events, notes and an account.
struct MappedReadingTests {
  private static func mapping(
    _ fields: String, _ rest: String = "", device: String = #""d""#
  ) throws -> SourceMapping {
    let text = """
      {title: "t", source: "own", fields: {app: "a", message: "m", device: \(device), type: "t", time: "s", \(fields)},
       types: {sent: "sent", ack: "ext_ack", off: "ignore", fail: {kind: "send_failed", reason: "{type}#{reason}"}},
       \(rest)}
      """
    return try SourceMapping(json5: Array(text.utf8), name: "own")
  }

  private static let record = #"{"a":"1","m":"m1","d":"d1","t":"sent","s":1790000000123}"#

  private func told(_ text: String, _ mapping: SourceMapping, app: String? = nil) throws -> MappedSample {
    try ExampleTests.sample(text, mapping) { $0.appKey = app }
  }

  @Test func `a record is read wherever its values stand`() throws {
    let mapping = try Self.mapping(
      #"reason: "x.y.0", channel: {path: "u?c"}, appVersion: {path: "j>v"}, platform: {value: "iOS"}"#)
    let sample = try told(
      #"{"a":1,"m":"m1","d":"d1","t":"FAIL","s":"2026-09-21T14:13:20Z","x":{"y":["r"]},"#
        + #""u":"https://h/p?b=1&c=ap%6es+x#f","j":"{\"v\":\"3\"}"}"#, mapping)
    #expect(sample.refused.isEmpty)
    #expect(
      sample.told == [
        [
          "app": "1", "message": "m1", "device": "d1", "kind": "send_failed",
          "time": "2026-09-21T14:13:20.000Z",
          "reason": "FAIL#r", "channel": "apns x", "app_version": "3", "platform": "iOS", "source": "own",
        ]
      ])
  }

  @Test func `an AppKey of the command line stands for one the record lacks`() throws {
    let record = #"{"m":"m1","d":"d1","t":"sent","s":1790000000123}"#
    #expect(try told(record, Self.mapping(""), app: "7").told.first?["app"] == "7")
    #expect(try told(record, Self.mapping("")).refused.map(ExampleTests.word) == ["missing-field:app_key"])
    #expect(try told(Self.record, Self.mapping(""), app: "7").told.first?["app"] == "1")
  }

  @Test func `parts that are good are kept when one is not, and the record counts as refused`() throws {
    let mapping = try Self.mapping("", #"records: "list[]""#)
    let sample = try told(
      #"{"list":[\#(Self.record),{"a":"1","m":"m1","t":"sent","s":5},\#(Self.record)]}"#, mapping)
    #expect(sample.told.count == 2)
    #expect(sample.refused.map(ExampleTests.word) == ["bad-time:event_time"])
    #expect(sample.progress.counts.lines == 1)
    #expect(sample.progress.counts.events == 2)
  }

  @Test func `a record that tells nothing is ignored`() throws {
    let mapping = try Self.mapping("", #"records: "list[]?""#)
    let off = Self.record.replacing("sent", with: "off")
    for text in [off, #"{"list":[]}"#, #"{"list":[\#(off),\#(off)]}"#] {
      let sample = try told(text, mapping)
      #expect(sample.progress.counts.ignored == 1)
      #expect(sample.told.isEmpty && sample.refused.isEmpty)
    }
  }

  @Test func `one record may name many devices`() throws {
    let mapping = try Self.mapping("", device: #"{path: "ds", spread: true}"#)
    for list in [#"["x","y","z"]"#, #""x, y,z""#] {
      let sample = try told(Self.record.replacing(#""d":"d1""#, with: "\"ds\":\(list)"), mapping)
      #expect(sample.told.map { $0["device"] } == ["x", "y", "z"])
      #expect(sample.progress.counts.lines == 1)
    }
  }

  @Test(arguments: ["null", #""-""#, #""""#]) func `what stands for nothing is nothing`(value: String) throws
  {
    let text = Self.record.replacing(#""d1""#, with: value)
    #expect(try told(text, Self.mapping("")).told.first?["device"] == nil)
    #expect(
      try told(Self.record.replacing(#""m1""#, with: value), Self.mapping("")).refused.map(ExampleTests.word)
        == ["missing-field:message_id"])
  }

  @Test(
    arguments: [
      ("1.0", "bad-type:message_id"), ("true", "bad-type:message_id"), ("[1]", "bad-type:message_id"),
      (#""a\tb""#, "control-char:message_id"),
      ("\"\(String(repeating: "x", count: 257))\"", "id-too-long:message_id"),
      (#""m1","m":"m2""#, "dup-key:message_id"), (#""\u0000""#, "nul"), ("nope", "not-json"),
    ])
  func `ids are judged as those of a receipt log`(value: String, refusal: String) throws {
    let sample = try told(Self.record.replacing(#""m1""#, with: value), Self.mapping(""))
    #expect(sample.refused.map(ExampleTests.word) == [refusal])
    #expect(sample.told.isEmpty)
  }

  @Test func `unknown types are kept and counted, unknown keys told once`() throws {
    let text = Self.record.replacing("sent", with: "Strange").replacing("{", with: #"{"extra":{"q":1},"#)
    let sample = try told(text + "\n" + text, Self.mapping("", #"drop: ["other"]"#))
    #expect(sample.told.map { $0["raw"] } == ["Strange", "Strange"])
    #expect(sample.progress.met.unknownTypes.limited == ["Strange": 2])
    #expect(sample.progress.met.unknownColumns == ["extra"])
  }

  @Test func `the names of a record's parts are no unknown keys`() throws {
    let mapping = try #require(MappingCatalogue.mapping("xiaomi-callback"))
    let part = #"{"type":1,"targets":"t1","timestamp":1790000000123,"more":1}"#
    let sample = try told(#"{"scm1":\#(part),"scm2":\#(part)}"#, mapping, app: "1")
    #expect(sample.told.map { $0["message"] } == ["scm1", "scm2"])
    #expect(sample.progress.met.unknownColumns == ["more"])
  }

  @Test func `rows of a table are records`() throws {
    let mapping = try Self.mapping(#"channel: {path: "j>c"}"#, #"form: "table""#)
    let rows = "j;a;m;d;t;s;more\n" + #""{""c"":""apns""}";1;m1;"d""1";sent;1790000000123;x"#
    let sample = try told(rows, mapping)
    #expect(sample.told.first?["channel"] == "apns")
    #expect(sample.told.first?["device"] == #"d"1"#)
    #expect(sample.progress.met.unknownColumns == ["more"])
    #expect(sample.progress.counts.ignored == 1)
    #expect(try told("a;m;d;t\n1;m1;d1;sent", mapping).error == .csvHeader(missing: ["s"]))
  }

  @Test func `the shape of a file and the size of blocks and runs do not matter`() throws {
    let mapping = try Self.mapping("", #"records: "list[]?""#)
    var random = SeededGenerator(seed: 7)
    let records = (0..<200).map { number in
      let part = Self.record.replacing("m1", with: "m\(number)")
      let parts = Array(repeating: part, count: Int.random(in: 0..<4, using: &random))
      return Bool.random(using: &random) ? part : #"{"list":[\#(parts.joined(separator: ","))]}"#
    }
    let shapes = [
      records.joined(separator: "\n"), "[" + records.joined(separator: ",") + "]",
      records.map { $0.replacing(":", with: ":\n ") }.joined(separator: "\n"),
      records.map { "[\($0)]" }.joined(separator: "\n"),
    ]
    let first = try Reading(Array(shapes[0].utf8)) { $0.mapping = mapping }
    #expect(first.progress.counts.lines == 200)
    for shape in shapes {
      for (blockSize, capacity) in [(1, 1), (64, 3), (4096, 50)] {
        let reading = try Reading(Array(shape.utf8), blockSize: blockSize, batchCapacity: capacity) {
          $0.mapping = mapping
        }
        #expect(reading.events == first.events)
        #expect(reading.progress.counts.lines == 200)
        #expect(reading.progress.counts.ignored == first.progress.counts.ignored)
        #expect(reading.refusals.isEmpty)
      }
    }
  }
}
