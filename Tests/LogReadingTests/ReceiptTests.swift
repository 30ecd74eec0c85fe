import ReceiptModel
import Testing

@testable import LogReading

struct ReceiptTests {
  @Test func `an event carries what its line said`() throws {
    let reading = try Reading(
      Sample.bytes([
        Sample.line(["event_type": "sent_fail", "reason": "6#notify disabled", "isp": "China Mobile"])
      ]))
    #expect(
      reading.events.map(\.words) == [
        [
          "333526247", "10913718868641234", "a692961a92534047ad362575f31f5700", "send_failed",
          "1790000000120",
          "alibaba|iOS|apns|autumn-promo|", "3.2.1|iOS|17.5.1|apple|", "wifi|China Mobile||",
          "6#notify disabled|",
        ]
      ])
  }

  @Test func `only failures carry a reason, and absent values are empty`() throws {
    let reading = try Reading(
      Sample.bytes([Sample.line(["reason": "x", "brand": "-", "os": "null", "isp": nil])]))
    let event = try #require(reading.events.first)
    #expect(event.detail == "|")
    #expect(event.words[6] == "3.2.1||17.5.1||")
    #expect(event.words[7] == "wifi|||")
  }

  @Test(arguments: [
    ("sent", "sent"), ("SENT", "sent"), ("sent_fail", "send_failed"), ("Arrive", "arrived"),
    ("received", "arrived"), ("arrive_fail", "arrive_failed"), ("ext_ack", "ext_ack"), ("Clicked", "opened"),
    ("removed", "dismissed"), ("clear", "dismissed"), ("sms", "other"), (" sent", "other"),
  ])
  func `a raw type has its kind in any case`(_ raw: String, _ kind: String) throws {
    let reading = try Reading(Sample.bytes([Sample.line(["event_type": raw])]))
    // A type is compared by its bytes, and one with a blank before it is none.
    guard raw.first != " " else { return #expect(reading.refusals == ["1 bad-type:event_type"]) }
    #expect(reading.events.map(\.kind) == [kind])
    if kind == "other" { #expect(reading.events.map(\.detail) == [raw]) }
  }

  @Test func `unknown types and columns are counted and bounded`() throws {
    let types = (0..<150).map { Sample.line(["event_type": "Type\($0)"]) }
    let reading = try Reading(
      Sample.bytes(
        types + types + [#"{"app_key_0":"1","colour":"red","__tag__:x":"1","# + Sample.line().dropFirst()]))
    #expect(reading.progress.met.unknownTypes.limited.count == 101)
    #expect(reading.progress.met.unknownTypes.limited["Type0"] == 2)
    #expect(reading.progress.met.unknownTypes.limited["…"] == 100)
    #expect(reading.progress.met.unknownColumns == ["colour"])
  }

  @Test func `device ids are packed when they are 32 lower-case hexadecimal digits`() throws {
    let packed = "0123456789abcdef0f1e2d3c4b5a6978"
    let others = [
      packed.uppercased(), packed + "0", String(packed.dropLast()) + "g", String(packed.dropLast()) + "`", "",
      "设备",
    ]
    let reading = try Reading(
      Sample.bytes(([packed] + others).map { Sample.line(["device_id": $0]) }))
    #expect(reading.events.map(\.device) == [packed] + others.map { "text " + $0 })
    let accents = ["e\u{301}", "\u{E9}"].map { Sample.line(["device_id": $0]) }
    let spelled = try Reading(Sample.bytes(accents))
    #expect(spelled.events.count == 2)
    #expect(Array(spelled.events[0].device.utf8) != Array(spelled.events[1].device.utf8))
  }

  @Test func `the log's own time stands in for a missing one`() throws {
    let reading = try Reading(
      Sample.bytes([Sample.line(["event_time": ""]), Sample.line(["event_time": nil]), Sample.line()]))
    #expect(reading.events.map(\.time) == ["1790000000000", "1790000000000", "1790000000120"])
    #expect(reading.progress.met.timeRules == [.logTime: 2, .milliseconds: 1])
    #expect(reading.progress.firstTime?.milliseconds == 1_790_000_000_000)
    #expect(reading.progress.lastTime?.milliseconds == 1_790_000_000_120)
  }

  @Test func `a long attribute is cut before a character that does not fit`() throws {
    let long = "x" + String(repeating: "é", count: 600)
    let event = try #require(try Reading(Sample.bytes([Sample.line(["brand": long])])).events.first)
    #expect(event.words[6] == "3.2.1|iOS|17.5.1|x" + String(repeating: "é", count: 511) + "|")
  }

  @Test(arguments: [
    ("app_key", "1e5"), ("message_id", "1.0"), ("message_id", "-7"), ("event_type", "9223372036854775808"),
  ])
  func `an id that was good as a text is refused as a number`(_ key: String, _ id: String) throws {
    let text = Sample.line([key: id])
    let reading = try Reading(Sample.bytes([text, text, Sample.line(key, token: id), text]))
    #expect(reading.refusals == ["3 bad-type:\(key)"])
    #expect(reading.events.count == 3)
  }

  @Test func `an id that was good in one file is refused as a damaged cell of another`() throws {
    let changes = ["message_id": "1.09137E+16", "app_key": "'17"]
    var batch = EventBatch()
    for _ in 0..<2 {
      let file = try ScratchFile(Sample.bytes([Sample.line(changes), Sample.line(changes)]))
      var reader = try LogReader(InputFile(path: file.path), options: ReadOptions())
      #expect(try reader.read(into: &batch) == .endOfInput)
    }
    #expect(batch.events.count == 4)
    #expect(batch.appKeys.count == 1)
    let file = try ScratchFile(
      Sample.bytes([
        Sample.header, Sample.row(), Sample.row(["message_id": "1.09137E+16"]),
        Sample.row(["app_key": "'17"]),
      ]))
    var reader = try LogReader(InputFile(path: file.path), options: ReadOptions())
    #expect(try reader.read(into: &batch) == .endOfInput)
    #expect(
      reader.takeRejections().map(\.rejection.reason) == [.spreadsheetRounded, .spreadsheetRounded])
    #expect(batch.events.count == 5)
  }

  @Test func `a refused line leaves no id behind`() throws {
    let file = try ScratchFile(
      Sample.bytes([
        Sample.line(),
        Sample.line(["app_key": "new", "message_id": "new", "device_id": "new", "event_time": "x"]),
      ]))
    var reader = try LogReader(InputFile(path: file.path), options: ReadOptions())
    var batch = EventBatch()
    #expect(try reader.read(into: &batch) == .endOfInput)
    #expect(batch.appKeys.count == 1 && batch.messageIDs.count == 1 && batch.deviceTexts.count == 0)
  }

  @Test func `a receipt wrapped in a field is unwrapped once`() throws {
    let inner = Sample.line().replacing("\"", with: "\\\"")
    let log = Sample.bytes([#"{"host":"h","content":""# + inner + #""}"#, Sample.line()])
    let reading = try Reading(log) { $0.unwrap = "content" }
    #expect(reading.events.count == 2)
    #expect(Set(reading.events).count == 1)
    #expect(try Reading(log).refusals == ["1 missing-field:app_key"])
  }

  @Test func `rejected bytes are kept on demand only`() throws {
    let log = Sample.bytes([Sample.line(), "bad\r"])
    #expect(try Reading(log).rejections.map(\.raw) == [[]])
    let kept = try Reading(log) { $0.keepsRawRejects = true }
    #expect(kept.rejections.map(\.raw) == [Array("bad".utf8)])
    #expect(kept.rejections.map(\.digest) == [ByteDictionary.hash(Array("bad".utf8).span, 0..<3, seed: 0)])
    #expect(kept.rejections.map(\.byteOffset) == [Int64(Sample.line().utf8.count + 1)])
  }

  @Test(arguments: [",", "\t", "|", ";"]) func `columns come in any order and with any separator`(
    _ separator: String
  ) throws {
    let keys = ["event_type", "extra", "device_id", "event_time", "message_id", "app_key", "brand"]
    let row = ["open", "x", "d1", "1790000000", "m1", "k1", "\"a \"\"b\"\"\""]
    let log = Sample.bytes([keys, row].map { $0.joined(separator: separator) })
    let named = Sample.bytes(["sep=\(separator)"]) + log
    let bare = Sample.bytes([row.joined(separator: separator)])
    for reading in [try Reading(log), try Reading(named), try Reading(bare) { $0.columns = keys }] {
      #expect(reading.error == nil)
      #expect(
        reading.events.map { Array($0.words[..<5]) } == [["k1", "m1", "text d1", "opened", "1790000000000"]])
      #expect(reading.events.map { $0.words[6] } == ["|||a \"b\"|"])
    }
    #expect(try Reading(log).progress.met.unknownColumns == ["extra"])
  }

  @Test func `a header in the middle changes the columns`() throws {
    let first = ["app_key,message_id,event_type,event_time,device_id", "k,m,sent,1790000000,d"]
    let second = ["message_id,app_key,device_id,event_type,event_time", "m,k,d,sent,1790000000"]
    let third = ["event_time,event_type,message_id,app_key,device_id,os", "1790000000,sent,m,k,d,"]
    let reading = try Reading(Sample.bytes(first + second + third + first))
    #expect(reading.refusals == [])
    #expect(reading.progress.counts.ignored == 4)
    #expect(reading.events.count == 4)
    #expect(Set(reading.events).count == 1)
  }

  @Test func `arrays, envelopes and their pages follow one another`() throws {
    let record = Sample.line()
    for text in [
      "[\(record)][\(record),\(record)]\n[]", "{\"data\":[\(record)]}{\"data\": [\(record), \(record)]}",
      "{\"meta\":{\"data\":[1],\"x\":\"}\"},\"data\":[\(record),\(record),\(record)],\"n\":3}",
      "[\n  \(record)\n  \(record),\n\(record)]",
    ] {
      let reading = try Reading(Array(text.utf8))
      #expect(reading.progress.format == "json")
      #expect(reading.refusals == [])
      #expect(reading.events.count == 3)
    }
  }

  @Test func `what is no record in an array is refused and the rest is read`() throws {
    let record = Sample.line()
    let reading = try Reading(Array("[\(record), 17, [1,{}], \"x\", \(record)] junk\n[\(record)".utf8))
    #expect(reading.refusals == ["2 not-object", "3 not-object", "4 not-object", "6 not-json"])
    #expect(reading.events.count == 3)
  }
}
