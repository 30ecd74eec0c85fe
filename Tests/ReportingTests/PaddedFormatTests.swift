import ReceiptModel
import TestSupport
import Testing

@testable import Reporting

/// Formats whose columns are as wide as their widest cell.
struct PaddedFormatTests {
  private static let formats: [TableFormat] = [.table, .markdown]

  private func randomTable(_ random: inout SeededGenerator) -> ResultTable {
    let types: [ResultType?] = [nil, nil, .integer, .text, .identifier]
    let columns = (0..<Int.random(in: 1...4, using: &random)).map { place in
      ResultColumn(["a", "中文", "long name | x"][place % 3], types.randomElement(using: &random) ?? nil)
    }
    func cell() -> Cell {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .null
      case 1: .integer(Int64.random(in: -5...5_000_000, using: &random))
      case 2: .real(Double.random(in: 0...1, using: &random))
      case 3: .text(["", "x", "漢字", "é|*", "a\u{1B}b  "].randomElement(using: &random) ?? "")
      case 4: .blob([1, 255])
      default: .integer(7)
      }
    }
    let rows = (0..<Int.random(in: 0...12, using: &random)).map { _ in columns.map { _ in cell() } }
    return ResultTable(columns: columns, rows: rows)
  }

  @Test(arguments: seeds(0..<60))
  func `a row that is taken back leaves what was there without it`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let table = randomTable(&random)
    for format in Self.formats {
      var writer = format.rowFormat()
      var bytes: [UInt8] = []
      writer.begin(table.columns, into: &bytes)
      var kept: [[Cell]] = []
      for row in table.rows {
        writer.row(row, into: &bytes)
        if Bool.random(using: &random) { kept.append(row) } else { writer.takeBackRow() }
      }
      writer.end(into: &bytes)
      var wanted: [UInt8] = []
      format.write(ResultTable(columns: table.columns, rows: kept), into: &wanted)
      #expect(bytes == wanted)
    }
  }

  @Test(arguments: seeds(0..<60))
  func `what is kept tells how long its text is going to be`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let table = randomTable(&random)
    for format in Self.formats {
      var writer = format.rowFormat()
      var bytes: [UInt8] = []
      writer.begin(table.columns, into: &bytes)
      for row in table.rows { writer.row(row, into: &bytes) }
      let told = writer.keptBytes
      writer.end(into: &bytes)
      // A terminal's lines lose spaces at their ends.
      #expect(format == .markdown ? told == bytes.count : told >= bytes.count)
    }
  }

  @Test func `spaces that no line ends with are not counted`() {
    var writer = TableFormat.table.rowFormat()
    var bytes: [UInt8] = []
    writer.begin([ResultColumn("n", .integer), ResultColumn("text", .text)], into: &bytes)
    writer.row([.integer(1), .text(String(repeating: "a", count: 10_000))], into: &bytes)
    for _ in 0..<100 { writer.row([.integer(1), .text("b")], into: &bytes) }
    #expect(writer.keptBytes < 25_000)
  }

  @Test(arguments: formats) func `a text that ends early has the rows so far, or nothing`(format: TableFormat)
  {
    var writer = format.rowFormat()
    var bytes: [UInt8] = []
    writer.begin([ResultColumn("n")], into: &bytes)
    writer.stop(into: &bytes)
    #expect(bytes.isEmpty)
    writer.row([.integer(1)], into: &bytes)
    writer.stop(into: &bytes)
    var wanted: [UInt8] = []
    format.write(ResultTable(columns: [ResultColumn("n")], rows: [[.integer(1)]]), into: &wanted)
    #expect(bytes == wanted)
  }
}
