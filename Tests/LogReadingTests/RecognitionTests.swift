import Mappings
import Prose
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Mappings tell each other's records apart.
@Suite struct RecognitionTests {
  @Test(arguments: MappingCatalogue.names)
  func `every good example is taken for its own mapping's among all of them`(name: String) throws {
    let mapping = try #require(MappingCatalogue.mapping(name))
    guard !mapping.recognition.isEmpty else { return }
    for (number, example) in mapping.examples.enumerated() where example.refused == nil {
      let sample = try ExampleTests.sample(example.record, nil)
      let error = sample.error.map { $0.explanation.told() } ?? ""
      #expect(sample.progress.mapping == name, "example \(number): \(error)")
    }
  }

  @Test func `order among the mappings decides nothing`() throws {
    for mapping in MappingCatalogue.all where !mapping.recognition.isEmpty {
      let first = try #require(mapping.examples.first { $0.refused == nil })
      let sample = try ExampleTests.sample(first.record, nil) {
        $0.mappings = { MappingCatalogue.all.reversed() }
      }
      #expect(sample.progress.mapping == mapping.name)
    }
  }

  @Test func `a receipt of Alibaba's is never taken for a record of another source`() throws {
    let receipt =
      #"{"__time__":"1790000001","app_key":"7","message_id":"m1","event_time":"1790000001840","event_type":"sent","#
      + #""device_id":"d1","vendor_message_id":"h1","sent_at":"x","opened_at":"y","token":"t","status":"s"}"#
    let sample = try ExampleTests.sample(receipt, nil)
    #expect(sample.progress.mapping == "")
    #expect(sample.told.map { $0["kind"] } == ["sent"])
  }

  @Test func `a receipt that lacks its type is refused as one, though it names a vendor's id`() throws {
    let receipt =
      #"{"__topic__":"cps_callback_event","app_key":"7","message_id":"m1","event_time":"1790000001840","#
      + #""device_id":"d1","vendor_message_id":"v1"}"#
    let sample = try ExampleTests.sample(receipt, nil)
    #expect(sample.refused.map(ExampleTests.word) == ["missing-field:event_type"])
    #expect(sample.told.isEmpty)
  }

  @Test(arguments: [["40000010", "40000002"], ["40000002", "40000010"], ["40000010"]])
  func `codes that only Honor has make a record Honor's, wherever they stand in it`(codes: [String]) throws {
    let parts = codes.map {
      #"{"appid":"200","token":"t\#($0)","status":\#($0),"timestamp":1790000000123,"requestId":"r1"}"#
    }
    let sample = try ExampleTests.sample(#"{"statuses":[\#(parts.joined(separator: ","))]}"#, nil)
    #expect(sample.progress.mapping == "honor-receipt")
    for (told, code) in zip(sample.told, codes) {
      #expect(told["kind"] == (code == "40000002" ? "arrived" : "other"))
    }
  }

  /// Records of all sources, each a line of JSON.
  private static let records: [String] = MappingCatalogue.all.filter { !$0.recognition.isEmpty }
    .flatMap(\.examples).flatMap { $0.record.split(separator: "\n").map(String.init) }
    .filter { $0.hasPrefix("{") && $0.hasSuffix("}") }

  /// What a file told, in an order of its own, with what it refused.
  private func told(_ records: [String], shape: Int = 0) throws -> [String] {
    let text =
      switch shape {
      case 0: records.joined(separator: "\n")
      case 1: "[" + records.joined(separator: ",\n") + "]"
      default: records.map { "[\($0)]" }.joined(separator: "\n")
      }
    let sample = try ExampleTests.sample(text, nil) { $0.readsOn = true }
    #expect(sample.progress.counts.lines == records.count)
    let events = sample.told.map { told in
      told.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined()
    }
    return (events + sample.refused.map(ExampleTests.word)).sorted()
  }

  @Test func `a record tells the same alone as among those of all other sources`() throws {
    let receipt =
      #"{"app_key":"7","message_id":"m1","event_time":"1790000001840","event_type":"sent","device_id":"d1"}"#
    let others = [
      #"{"event":"login","user":"u1"}"#, #"{"data":[],\#(receipt.dropFirst())"#,
    ]
    var records = Self.records + [receipt, receipt.replacing("m1", with: "m2")] + others
    #expect(records.count > 100)
    let alone = try records.flatMap { try told([$0]) }.sorted()
    for seed in 0..<6 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      records.shuffle(using: &random)
      let cut = Int.random(in: 0...records.count, using: &random)
      let parts =
        try told(Array(records[..<cut]), shape: Int(seed % 3))
        + told(Array(records[cut...]), shape: Int(seed / 2 % 3))
      #expect(parts.sorted().difference(from: alone).isEmpty, "seed \(seed)")
    }
  }
}

/// Mappings of one's own, whose signs are of any kind.
struct OwnSignTests {
  private static func mapping(_ name: String, _ recognise: String, _ rest: String) throws -> SourceMapping {
    let text = """
      {title: "\(name)", source: "\(name)", recognise: \(recognise), \(rest),
       types: {sent: "sent"}}
      """
    return try SourceMapping(json5: Array(text.utf8), name: name)
  }

  @Test(arguments: [false, true])
  func `signs of keys and of texts tell sources of one shape apart, record by record`(readsTexts: Bool) throws
  {
    let fields = #"app: {value: "7"}, type: {value: "sent"}, time: {value: "1790000000"}"#
    let keys = try Self.mapping(
      "keys", #"{"of{}.@key": ["m*"], "of{}.d": [], id: []}"#,
      #"records: "of{}", fields: {message: "@key", device: "d", \#(fields)}"#)
    let texts = try Self.mapping(
      "texts", #"{"inner>kind": ["a"], "of": []}"#, #"fields: {message: "inner>m", \#(fields)}"#)
    let plain = try Self.mapping("plain", #"["of"]"#, #"fields: {message: "id", \#(fields)}"#)
    let mappings = readsTexts ? [keys, texts, plain] : [keys, plain]
    let lines = (0..<60).map { number in
      let key = number % 3 == 0 ? "m" : "x"
      let kind = number % 2 == 0 ? "a" : "b"
      return
        #"{"of":{"\#(key)1":{"d":"d\#(number)"}},"inner":"{\"kind\":\"\#(kind)\",\"m\":\"t1\"}","id":"p1"}"#
    }
    let sample = try ExampleTests.sample(lines.joined(separator: "\n"), nil) {
      $0.mappings = { mappings }
    }
    let expected = (0..<60).map { $0 % 3 == 0 ? "keys" : $0 % 2 == 0 && readsTexts ? "texts" : "plain" }
    #expect(sample.told.map { $0["source"] } == expected)
    let alone = try lines.map { line in
      try ExampleTests.sample(line, nil) { $0.mappings = { mappings } }
    }
    #expect(sample.told == alone.flatMap(\.told))
    #expect(sample.refused.map(\.rejection) == alone.flatMap(\.refused).map(\.rejection))
  }
}

/// Records of many parts among receipts.
struct MixedRunTests {
  @Test func `a record of many AppKeys behind receipts of many finds room in its run`() throws {
    let receipts = (0..<65_450).map {
      #"{"app_key":"k\#($0)","message_id":"m1","event_time":"1790000001840","event_type":"sent","device_id":"d1"}"#
    }
    let parts = (0..<2_000).map {
      #"{"appid":"h\#($0)","token":"t","status":0,"timestamp":1790000000123,"requestId":"r1"}"#
    }
    let log =
      (receipts + [#"{"statuses":[\#(parts.joined(separator: ","))]}"#]).joined(separator: "\n") + "\n"
    let reading = try Reading(Array(log.utf8)) { $0.mappings = { MappingCatalogue.all } }
    #expect(reading.refusals == [])
    #expect(reading.events.count == 67_450)
    #expect(reading.progress.mapping == "huawei-receipt-v1, alibaba")
  }
}
