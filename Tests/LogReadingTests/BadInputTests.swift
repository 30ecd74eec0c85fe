import ReceiptModel
import Testing

@testable import LogReading

/// One line between two good ones, and what has to become of it.
struct LineCase: Sendable, CustomTestStringConvertible {
  var id: String
  var line: [UInt8]
  /// `accepted`, `ignored`, or `reason:field`.
  var outcome: String

  init(_ id: String, _ line: String, _ outcome: String) { self.init(id, Array(line.utf8), outcome) }

  init(_ id: String, _ line: [UInt8], _ outcome: String) {
    self.id = id
    self.line = line
    self.outcome = outcome
  }

  var testDescription: String { "\(id) \(outcome)" }
}

struct BadInputTests {
  static let json: [LineCase] = [
    .init("B04", Sample.line() + "\r", "accepted"),
    .init("B06", "\u{FEFF}" + Sample.line(), "accepted"),
    .init("B09", replacing("a692", in: Sample.line(), with: [0xFF]), "bad-utf8"),
    .init("B10", replacing("apple", in: Sample.line(), with: [0xC0, 0x80]), "bad-utf8"),
    .init("B10", replacing("apple", in: Sample.line(), with: [0xED, 0xA0, 0x80]), "bad-utf8"),
    .init("B11", replacing("apple", in: Sample.line(), with: [0]), "nul"),
    .init("B11", Sample.line(["brand": "\\u0000"]), "nul"),
    .init("B12", [UInt8](repeating: 0, count: 5000) + Array(Sample.line().utf8), "nul"),
    .init("B13", Sample.line(["reason": "\\u001b[31m\\u202e"]), "accepted"),
    .init("B13", Sample.line(["brand": "\u{85}\u{202E}小米"]), "accepted"),
    .init("B14", Sample.line(["brand": String(repeating: "x", count: 1 << 20)]), "line-too-long"),
    .init("B16", "", "ignored"),
    .init("B16", "  \t ", "ignored"),
    .init("B53", "not json", "not-json"),
    .init("B53", "{'app_key':'1'}", "not-json"),
    .init("B53", #"{"app_key":"1",}"#, "not-json"),
    .init("B53", #"{"app_key":"1"/ }"#, "not-json"),
    .init("B53", #"{"x":NaN}"#, "not-json"),
    .init("B53", #"{"x":01}"#, "not-json"),
    .init("B53", #"{"x":1.}"#, "not-json"),
    .init("B53", #"{"x":[1,]}"#, "not-json"),
    .init("B53", #"{"x" 1}"#, "not-json"),
    .init("B54", Sample.line() + Sample.line(), "trailing-data"),
    .init("B54", Sample.line() + " x", "trailing-data"),
    .init("B57", "[1,2]", "not-object"),
    .init("B57", "\"text\"", "not-object"),
    .init("B57", "12.5e3", "not-object"),
    .init("B57", "null", "not-object"),
    .init("B58", #"{"x":"# + String(repeating: "[", count: 100_000), "too-deep"),
    .init("B58", nested(31), "accepted"),
    .init("B58", nested(32), "too-deep"),
    .init("B59", #"{"k0":1"# + (1..<10_000).map { ",\"k\($0)\":1" }.joined() + "}", "too-many-keys"),
    .init("B60", #"{"brand":"apple","# + Sample.line().dropFirst(), "accepted"),
    .init("B60", #"{"app_key":"1","# + Sample.line().dropFirst(), "dup-key:app_key"),
    .init(
      "B61", Sample.line().replacing("\"message_id\"", with: "\"MessageId\""), "missing-field:message_id"),
    .init(
      "B61", Sample.line().replacing("\"message_id\"", with: "\"message_id \""), "missing-field:message_id"),
    .init("B62", Sample.line("message_id", token: "10913718868641234"), "accepted"),
    .init("B62", Sample.line("event_time", token: "1790000000120"), "accepted"),
    .init("B63", Sample.line("message_id", token: "1e5"), "bad-type:message_id"),
    .init("B63", Sample.line("message_id", token: "1.0"), "bad-type:message_id"),
    .init("B63", Sample.line("app_key", token: "-1"), "bad-type:app_key"),
    .init("B63", Sample.line("message_id", token: "9223372036854775808"), "bad-type:message_id"),
    .init("B63", Sample.line("message_id", token: "9223372036854775807"), "accepted"),
    .init("B64", Sample.line(["message_id": " 123"]), "accepted"),
    .init("B64", Sample.line(["device_id": "123 "]), "accepted"),
    .init("B65", Sample.line("app_key", token: "null"), "missing-field:app_key"),
    .init("B65", Sample.line(["message_id": ""]), "missing-field:message_id"),
    .init("B65", Sample.line(["event_type": "null"]), "missing-field:event_type"),
    .init("B65", Sample.line(["message_id": "-"]), "missing-field:message_id"),
    .init("B65", Sample.line(["brand": "-"]), "accepted"),
    .init("B65", Sample.line("brand", token: "null"), "accepted"),
    .init("B66", Sample.line("app_key", token: "true"), "bad-type:app_key"),
    .init("B66", Sample.line("brand", token: "{}"), "bad-type:brand"),
    .init("B66", Sample.line("event_time", token: "[1]"), "bad-type:event_time"),
    .init("B67", Sample.line(["brand": "\\ud800"]), "not-json"),
    .init("B67", Sample.line(["brand": "\\x41"]), "not-json"),
    .init("B67", Sample.line(["brand": "\\ud83d\\ude00"]), "accepted"),
    .init("B68", #"{"secret":{"token":["x",{"y":null}]},"# + Sample.line().dropFirst(), "accepted"),
    .init("B70", Sample.line(["device_id": String(repeating: "x", count: 257)]), "id-too-long:device_id"),
    .init("B70", Sample.line(["device_id": String(repeating: "x", count: 256)]), "accepted"),
    .init("B70", Sample.line(["message_id": "1\\n2"]), "control-char:message_id"),
    .init("B70", Sample.line(["device_id": "1\\t2"]), "control-char:device_id"),
    .init("B70", Sample.line(["device_id": "'; DROP TABLE x; --\\\""]), "accepted"),
    .init("B71", Sample.line(["__topic__": "slb_layer7"]), "wrong-topic:__topic__"),
    .init("B71", Sample.line("__topic__", token: "true"), "wrong-topic:__topic__"),
    .init("B71", Sample.line("__topic__", token: "[]"), "wrong-topic:__topic__"),
    .init("B71", Sample.line(["__topic__": ""]), "accepted"),
    .init("B71", Sample.line(["__topic__": "-"]), "accepted"),
    .init("B71", Sample.line("__topic__", token: "null"), "accepted"),
    .init("B72", #"{"content":"{\"app_key\":\"1\"}"}"#, "missing-field:app_key"),
    .init("B73", Sample.line(["message_id": nil]), "missing-field:message_id"),
    .init("B73", Sample.line(["device_id": nil]), "accepted"),
    .init("B73", Sample.line(["event_type": nil]), "missing-field:event_type"),
    .init("B73", Sample.line(["event_time": nil, "__time__": nil]), "missing-field:event_time"),
    .init("B75", Sample.line(["event_time": "17900000001"]), "bad-time:event_time"),
    .init("B75", Sample.line(["event_time": "0"]), "bad-time:event_time"),
    .init("B75", Sample.line(["event_time": "-1790000000"]), "bad-time:event_time"),
    .init("B75", Sample.line(["event_time": "4102444800000"]), "bad-time:event_time"),
    .init("B75", Sample.line(["event_time": "4102444799999"]), "accepted"),
    .init("B75", Sample.line(["event_time": "1262303999999"]), "bad-time:event_time"),
    .init("B75", Sample.line(["event_time": "1262304000000"]), "accepted"),
    .init("B80", Sample.line(["event_type": "sms_fallback"]), "accepted"),
  ]

  @Test(arguments: json) func `a line of JSON has its outcome`(_ example: LineCase) throws {
    let good = Array((Sample.line() + "\n").utf8)
    let reading = try Reading(good + example.line + [UInt8(ascii: "\n")] + good)
    #expect(reading.error == nil)
    #expect(reading.progress.counts.lines == 3)
    #expect(outcome(of: reading) == example.outcome)
    #expect(reading.progress.offset == Int64(good.count * 2 + example.line.count + 1))
  }

  @Test(arguments: json) func `and the same as the last line, or the only one`(_ example: LineCase) throws {
    let good = Array((Sample.line() + "\n").utf8)
    let last = try Reading(good + example.line) { $0.isFinal = true }
    let isNothing = example.line.isEmpty
    #expect(outcome(of: last, good: 1) == (isNothing ? "nothing" : example.outcome))
    let only = try Reading(example.line + [UInt8(ascii: "\n")])
    if example.outcome == "accepted" || example.outcome == "ignored" {
      #expect(only.error == nil)
    } else {
      #expect(only.error?.reasonName == "not-a-receipt-log" || only.error == .noNewlines)
    }
  }

  @Test(arguments: json) func `and the same when it is an element of an array`(_ example: LineCase) throws {
    // Broken brackets and texts are told apart by lines only.
    guard example.outcome != "ignored", example.outcome != "not-json", example.outcome != "trailing-data",
      !["B06", "B12", "B14", "B58"].contains(example.id)
    else { return }
    let good = Array(Sample.line().utf8)
    let comma = [UInt8(ascii: ","), UInt8(ascii: "\n")]
    let reading = try Reading(
      [UInt8(ascii: "[")] + good + comma + example.line + comma + good + [UInt8(ascii: "]")])
    #expect(outcome(of: reading) == example.outcome)
  }

  static let rows: [LineCase] = [
    .init("B04", Sample.row() + "\r", "accepted"),
    .init("B06", "\u{FEFF}" + Sample.row(), "accepted"),
    .init("B09", replacing("a692", in: Sample.row(), with: [0xFF]), "bad-utf8"),
    .init("B11", replacing("apple", in: Sample.row(), with: [0]), "nul"),
    .init("B13", Sample.row(["reason": "\u{1B}[31m"]), "accepted"),
    .init("B14", Sample.row(["brand": String(repeating: "x", count: 1 << 20)]), "line-too-long"),
    .init("B16", "", "ignored"),
    .init("B16", "   ", "ignored"),
    .init("B89", Sample.header, "ignored"),
    .init("B90", Sample.row() + ",", "csv-columns"),
    .init("B90", "1,2,3", "csv-columns"),
    .init("B91", Sample.row(["brand": "\"open"]), "csv-quote"),
    .init("B92", Sample.row(["brand": "a\"b"]), "csv-quote"),
    .init("B92", Sample.row(["brand": "\"a\"b"]), "csv-quote"),
    .init("B93", Sample.row(["brand": "\"a\nb\""]), "accepted"),
    .init("B93", Sample.row(["brand": "\"a,b\""]), "accepted"),
    .init("B95", Sample.row(["event_time": "1.79E+12"]), "spreadsheet-rounded:event_time"),
    .init("B95", Sample.row(["message_id": "1.09137E+16"]), "spreadsheet-rounded:message_id"),
    .init("B95", Sample.row(["message_id": "'10913718868641234"]), "spreadsheet-rounded:message_id"),
    .init("B95", Sample.row(["message_id": "\"=\"\"123\"\"\""]), "spreadsheet-rounded:message_id"),
    .init("B95", Sample.row(["event_time": "9/21/2026 22:13"]), "spreadsheet-rounded:event_time"),
    // Ids that only begin like spreadsheet damage are ids.
    .init("B95", Sample.row(["message_id": "=abc"]), "accepted"),
    .init("B95", Sample.row(["message_id": "'quoted"]), "accepted"),
    .init("B95", Sample.row(["message_id": "9/21/x"]), "accepted"),
    .init("B96", Sample.row(["message_id": "\"\""]), "missing-field:message_id"),
    .init("B96", Sample.row(["message_id": ""]), "missing-field:message_id"),
    .init("B96", Sample.row(["message_id": " 1 "]), "accepted"),
    .init("B96", Sample.row(["event_time": " 1790000000"]), "bad-time:event_time"),
    .init("B96", Sample.row(["brand": " apple "]), "accepted"),
  ]

  @Test(arguments: rows) func `a row of CSV has its outcome`(_ example: LineCase) throws {
    let good = Array((Sample.row() + "\n").utf8)
    let header = Array((Sample.header + "\n").utf8)
    for blockSize in [256 << 10, max(61, example.line.count / 8)] {
      let reading = try Reading(header + good + example.line + [10] + good, blockSize: blockSize)
      #expect(reading.error == nil)
      #expect(outcome(of: reading) == example.outcome)
      #expect(reading.progress.counts.lines == 4)
      #expect(reading.progress.offset == Int64(header.count + good.count * 2 + example.line.count + 1))
    }
  }

  /// What became of the line beside the good ones.
  private func outcome(of reading: Reading, good: Int = 2) -> String {
    let headers = reading.progress.format == "csv" ? 1 : 0
    #expect(
      reading.progress.counts.lines == reading.progress.counts.accepted + reading.progress.counts.rejected
        + reading.progress.counts.ignored)
    #expect(reading.progress.counts.accepted == reading.events.count)
    if let refusal = reading.refusals.first { return String(refusal.drop { $0 != " " }.dropFirst()) }
    if reading.progress.counts.ignored > headers { return "ignored" }
    return reading.events.count > good ? "accepted" : "nothing"
  }

  private static func replacing(_ part: String, in line: String, with bytes: [UInt8]) -> [UInt8] {
    guard let place = line.firstRange(of: part) else { return [] }
    return Array(line[..<place.lowerBound].utf8) + bytes + Array(line[place.upperBound...].utf8)
  }

  private static func nested(_ depth: Int) -> String {
    #"{"x":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + ","
      + Sample.line().dropFirst()
  }
}
