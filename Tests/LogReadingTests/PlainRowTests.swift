import Foundation
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// The loop for plain rows against the reader of any row: whatever the bytes, both say the same.
struct PlainRowTests {
  @Test(arguments: 0..<12) func `plain rows and any rows agree on mutated tables`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let log = Self.log(rows: 400, &generator)
    let fast = try read(log, readsPlainly: true)
    let slow = try read(log, readsPlainly: false)
    #expect(fast == slow)
    #expect(fast.contains { $0.hasPrefix("event") })
    #expect(fast.contains { $0.hasPrefix("refused") })
  }

  @Test(arguments: 0..<4) func `a block may end at any byte`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: 100 + seed)
    let log = Self.log(rows: 5, &generator)
    let slow = try read(log, readsPlainly: false)
    for border in 0...log.count {
      let fast = try read(log, readsPlainly: true, border: border)
      #expect(fast == slow, "a block of \(border) bytes")
    }
  }

  @Test func `an id that an earlier line in JSON had is damaged in a table all the same`() throws {
    var batch = EventBatch(capacity: 10)
    let damaged = "1.09137E+16"
    _ = batch.messageIDs.intern(damaged)
    let log = Sample.header + "\n" + Sample.row(["message_id": damaged]) + "\n"
    let told = try read(Array(log.utf8), readsPlainly: true, into: &batch)
    #expect(told.contains { $0.hasPrefix("refused 2") && $0.contains("spreadsheetRounded") })
  }

  /// Events, refused lines and counts, in order.
  private func read(_ log: [UInt8], readsPlainly: Bool, border: Int = 0) throws -> [String] {
    var batch = EventBatch(capacity: 10_000)
    return try read(log, readsPlainly: readsPlainly, border: border, into: &batch)
  }

  private func read(
    _ log: [UInt8], readsPlainly: Bool, border: Int = 0, into batch: inout EventBatch
  ) throws -> [String] {
    var options = ReadOptions()
    options.keepsRawRejects = true
    var csv = CSV(options: options, countsTail: true, readsPlainly: readsPlainly)
    var account = RecordAccount(options: options, file: 0, startOffset: 0, startLine: 0)
    let bytes = log + [UInt8](repeating: 0, count: 16)
    let first = try csv.read(bytes.span, 0..<border, isLast: false, account: &account, into: &batch)
    let end = try csv.read(
      bytes.span, first..<log.count, isLast: true, account: &account, into: &batch)
    #expect(end == log.count)
    return batch.events.map { "event \(EventText($0, in: batch))" }
      + account.takeRejections().map {
        "refused \($0.line) \($0.byteOffset) \($0.rejection) \(Data($0.raw).base64EncodedString())"
      }
      + ["\(account.counts) \(account.lastLine) \(account.offset)"]
  }

  /// A table whose first row is good, so that no mutation makes all of it unreadable.
  private static func log(rows: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let separator = [",", ",", ";", "\t", "|"].randomElement(using: &generator) ?? ","
    let end = ["\n", "\r\n"].randomElement(using: &generator) ?? "\n"
    let header = Sample.fields.map(\.key).joined(separator: separator)
    var log = Array((header + end + Sample.row(separator: separator) + end).utf8)
    for _ in 0..<rows {
      var row = Array(Self.row(separator, header, &generator).utf8)
      if generator.next() % 4 == 0 { mutate(&row, &generator) }
      log += row + Array((generator.next() % 8 == 0 ? "\r\n" : end).utf8)
    }
    if generator.next() % 2 == 0 { log.removeLast(Int.random(in: 1...9, using: &generator)) }
    return log
  }

  private static func row(_ separator: String, _ header: String, _ generator: inout SeededGenerator) -> String
  {
    let values =
      ["", "-", "null", "x", "小米", "中国移动", "é", "😀小x", "x\r", " x", "1.7E+12", "'123", "9/21/2026 22:13"]
      + ["1790000000120", "ext_ack", "arrive_fail", "a692961a92534047ad362575f31f570g", "\u{7F}"]
      + ["\"quoted\"", "\"a\(separator)b\"", "\"a\"\"b\"", "\"a\nb\"", "\"open", "a\"b", "\"a\"b"]
      + [15, 16, 17, 63, 64, 65, 128, 1025].map { String(repeating: "v", count: $0) }
    var changes: [String: String] = [:]
    for _ in 0..<generator.next() % 4 {
      if let key = Sample.fields.randomElement(using: &generator)?.key {
        changes[key] = values.randomElement(using: &generator)
      }
    }
    let row = Sample.row(changes, separator: separator)
    return switch generator.next() % 16 {
    case 0: ["", "  ", header, "\u{FEFF}" + row, separator + row].randomElement(using: &generator) ?? ""
    case 1: row + separator + "more"
    case 2: String(row.prefix(Int.random(in: 0..<row.count, using: &generator)))
    default: row
    }
  }

  private static func mutate(_ row: inout [UInt8], _ generator: inout SeededGenerator) {
    for _ in 0...generator.next() % 2 where row.count > 2 {
      let place = Int.random(in: 0..<row.count, using: &generator)
      switch generator.next() % 3 {
      case 0: row[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 1: row.remove(at: place)
      default: row.insert(Array("\",;\t|\r\n\0".utf8).randomElement(using: &generator) ?? 0, at: place)
      }
    }
  }
}
