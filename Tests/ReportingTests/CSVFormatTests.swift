import Foundation
import ReceiptModel
import Reporting
import TestSupport
import Testing

/// RFC 4180 read slowly: one state machine over bytes, whose records end with LF or CRLF.
private func records(of csv: [UInt8]) -> [[String]] {
  var records: [[String]] = []
  var record: [String] = []
  var field: [UInt8] = []
  var isQuoted = false
  var index = 0
  func close() {
    record.append(String(decoding: field, as: UTF8.self))
    field = []
  }
  while index < csv.count {
    let byte = csv[index]
    let next = index + 1 < csv.count ? csv[index + 1] : 0
    if isQuoted {
      if byte != UInt8(ascii: "\"") {
        field.append(byte)
      } else if next == UInt8(ascii: "\"") {
        field.append(byte)
        index += 1
      } else {
        isQuoted = false
      }
    } else if byte == UInt8(ascii: "\"") {
      isQuoted = true
    } else if byte == UInt8(ascii: ",") {
      close()
    } else if byte == 0x0A {
      close()
      records.append(record)
      record = []
    } else if byte == 0x0D, next == 0x0A {
    } else {
      field.append(byte)
    }
    index += 1
  }
  return records
}

private func csv(_ table: ResultTable, _ flavour: CSVFlavour = .standard) -> [UInt8] {
  var output: [UInt8] = []
  TableFormat.csv.write(table, csv: flavour, into: &output)
  return output
}

private func text(_ table: ResultTable, _ flavour: CSVFlavour = .standard) -> String {
  String(decoding: csv(table, flavour), as: UTF8.self)
}

@Suite struct CSVFormatTests {
  let hostile = ResultTable(
    columns: [ResultColumn("a,\"b"), ResultColumn("id", .identifier), ResultColumn("n", .integer)],
    rows: HostileText.all.map { [.text($0), .text($0), .integer(-1)] })

  @Test func `every text comes back`() {
    #expect(HostileText.all.count > 500)
    let read = records(of: csv(hostile))
    #expect(read.first == ["a,\"b", "id", "n"])
    #expect(read.count == hostile.rows.count + 1)
    for (record, text) in zip(read.dropFirst(), HostileText.all) {
      #expect(record.map { Array($0.utf8) } == [Array(text.utf8), Array(text.utf8), Array("-1".utf8)])
    }
  }

  @Test func `for spreadsheets no text begins a formula, and numbers stay`() {
    let bytes = csv(hostile, .excel)
    #expect(Array(bytes.prefix(3)) == [0xEF, 0xBB, 0xBF])
    let read = records(of: Array(bytes.dropFirst(3)))
    #expect(read.count == hostile.rows.count + 1)
    let triggers = Set("=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)
    for (record, text) in zip(read.dropFirst(), HostileText.all) {
      for field in record.prefix(2) {
        #expect(!(field.unicodeScalars.first.map(triggers.contains) ?? false), "\(text.debugDescription)")
        let plain = Array(text.utf8)
        #expect(Array(field.utf8) == plain || Array(field.utf8) == Array("'".utf8) + plain)
      }
      #expect(record[2] == "-1")
    }
    for plain in ["1.2.0", "2026-07-01", "小米 13", "0012", "a-b", "x=1"] {
      let table = ResultTable(columns: [ResultColumn("a")], rows: [[.text(plain)]])
      #expect(text(table, .excel) == "\u{FEFF}a\r\n\(plain)\r\n")
    }
  }

  @Test func `Python reads the same fields`() throws {
    let python = "/usr/bin/env"
    let script = """
      import csv, json, sys
      sys.stdin.reconfigure(encoding="utf-8", newline="")
      print(json.dumps(list(csv.reader(sys.stdin, strict=True))))
      """
    // A lone CR or NUL outside quotation marks is beyond RFC 4180's grammar, and Python's reader stops at a NUL.
    var table = hostile
    table.rows.removeAll { $0[0] == .text("\u{0}") }
    guard let answer = try Program.run(python, ["python3", "-c", script], input: csv(table)) else { return }
    let read = try JSONDecoder().decode([[String]].self, from: answer)
    #expect(
      read.dropFirst().map { Array($0[0].utf8) }
        == table.rows.map { row in
          guard case .text(let text) = row[0] else { return [] }
          return Array(text.utf8)
        })
  }

  @Test func `the header stands alone when there are no rows`() {
    #expect(text(ResultTable(columns: [ResultColumn("day"), .share("ack_rate")])) == "day,ack_rate\n")
  }

  @Test func `NULL is nothing, shares have six digits, ids are quoted`() {
    let table = ResultTable(
      columns: [
        ResultColumn("message_id", .identifier), ResultColumn("sent", .integer), .share("ack_rate"),
        ResultColumn("x"), ResultColumn("y"),
      ],
      rows: [
        [.text("12345678901234567"), .integer(3), .real(2.0 / 3), .null, .text("")],
        [.integer(7), .null, .null, .real(1e16), .blob([0, 255])],
        [.null, .integer(-1), .real(-0.5), .real(-0.00001), .real(.nan)],
      ])
    #expect(
      text(table) == """
        message_id,sent,ack_rate,x,y
        "12345678901234567",3,0.666667,,
        "7",,,10000000000000000.0,00ff
        ,-1,-0.500000,-0.00001,

        """)
  }

  @Test func `an empty cell of a single column is still a row`() {
    let table = ResultTable(columns: [ResultColumn("a")], rows: [[.null], [.text("x")]])
    #expect(text(table) == "a\n\"\"\nx\n")
  }
}
