import Foundation
import LogReading
import ReceiptModel
import TestSupport
import Testing

/// Rows of tables as JSON Lines: flat, and read strictly.
@Suite struct FlatRecordTests {
  private func members(_ text: String) throws -> [FlatRecord.Member] {
    let bytes = Array(text.utf8)
    return try FlatRecord.members(bytes.span, 0..<bytes.count)
  }

  @Test func `texts, whole numbers and nulls are read in their order`() throws {
    let members = try members(#" { "b" : "x\u00e9\n\ud83d\ude00" , "a":-12,"c":null,"":0 } "#)
    #expect(members.map(\.name) == ["b", "a", "c", ""])
    #expect(members.map(\.value) == [.text("xé\n😀"), .integer(-12), .null, .integer(0)])
    #expect(
      try self.members(#"{"least":-9223372036854775808,"most":9223372036854775807}"#).map(\.value)
        == [.integer(.min), .integer(.max)])
  }

  private static let bad: [(String, RejectionReason)] = [
    ("", .notObject), ("[]", .notObject), ("7", .notObject), ("{}", .notJSON), ("{", .notJSON),
    (#"{"a":1"#, .notJSON), (#"{"a":1,}"#, .notJSON), (#"{"a" 1}"#, .notJSON), (#"{a:1}"#, .notJSON),
    (#"{"a":}"#, .notJSON), (#"{"a":01}"#, .notJSON), (#"{"a":+1}"#, .notJSON), (#"{"a":nul}"#, .notJSON),
    (#"{"a":"x}"#, .notJSON), (#"{"a":"\ud800"}"#, .notJSON), (#"{"a":1} {"a":1}"#, .trailingData),
    (#"{"a":1}x"#, .trailingData), (#"{"a":1,"a":1}"#, .duplicateKey),
    (#"{"a":1,"\u0061":2}"#, .duplicateKey),
    (#"{"a":1.0}"#, .badType), (#"{"a":1e3}"#, .badType), (#"{"a":true}"#, .badType),
    (#"{"a":[1]}"#, .badType), (#"{"a":{}}"#, .badType), (#"{"a":9223372036854775808}"#, .badType),
    (#"{"a":"\u0000"}"#, .nul), ("{\"a\":\"\0\"}", .nul), ("{\"a\":\"\n\"}", .notJSON),
  ]

  @Test(arguments: bad) func `all else is refused`(text: String, reason: RejectionReason) {
    #expect(throws: Rejection(reason)) { try members(text) }
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    let bytes = Array("{\"a\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    #expect(throws: Rejection(.badUTF8)) { try FlatRecord.members(bytes.span, 0..<bytes.count) }
  }

  /// The same objects by another reader.
  @Test(arguments: 0..<20 as Range<UInt64>) func `a record is what Foundation reads`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var wanted: [String: Cell] = [:]
      for place in 0...Int.random(in: 0..<12, using: &random) {
        let text = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
          String(["a", "\"", "\\", "/", "é", "\u{1}", "\t", "漢", "😀"].randomElement(using: &random) ?? "")
        }.joined()
        wanted["\(text)\(place)"] = [
          .text(text), .integer(Int64.random(in: .min ... .max, using: &random)), .null,
        ].randomElement(using: &random)
      }
      let object = wanted.mapValues { cell -> Any in
        switch cell {
        case .text(let text): text
        case .integer(let number): NSNumber(value: number)
        default: NSNull()
        }
      }
      let text = String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
      let found = try members(text)
      #expect(found.count == wanted.count)
      for (name, value) in found { #expect(wanted[name] == value) }
    }
  }

  @Test func `lines have their numbers however the file is read`() throws {
    let folder = try ScratchFolder()
    // Far more than a block, with lines of all lengths, and a last one that is not ended.
    let lines = (0..<9_000).map { "{\"n\":\($0),\"t\":\"\(String(repeating: "x", count: $0 % 211))\"}" }
    let path = try folder.write(lines.joined(separator: "\n"), to: "rows.json")
    var numbers: [Int64] = []
    try FlatFile.forEachRecord(in: path) { line, members in
      guard case .integer(let number) = members[0].value else { return }
      #expect(line == Int(number) + 1)
      numbers.append(number)
    }
    #expect(numbers == Array(0..<9_000))
    try folder.write(lines.prefix(4_321).joined(separator: "\n") + "\n\n", to: "rows.json")
    #expect(throws: FlatFile.BadLine.self) { try FlatFile.forEachRecord(in: path) { _, _ in } }
    do { try FlatFile.forEachRecord(in: path) { _, _ in } } catch let bad as FlatFile.BadLine {
      #expect(bad.line == 4_322 && bad.reason == .notObject)
    }
    try folder.write("", to: "rows.json")
    try FlatFile.forEachRecord(in: path) { _, _ in Issue.record("an empty file has a line") }
    #expect(throws: InputError.missing) { try FlatFile.forEachRecord(in: folder.path("no")) { _, _ in } }
  }

  @Test func `a line without an end is given up`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      "{\"a\":\"" + String(repeating: "x", count: 3 << 20) + "\"}\n", to: "long.json")
    do {
      try FlatFile.forEachRecord(in: path) { _, _ in }
      Issue.record("a line of 3 MiB was taken")
    } catch let bad as FlatFile.BadLine { #expect(bad.line == 1 && bad.reason == .lineTooLong) }
  }
}
