import Digest
import ReceiptModel
import Reporting
import Testing

@Suite struct DataRowsTests {
  @Test(arguments: 1...5)
  func `a row is made when it is asked for, with what was changed about it`(together: Int) throws {
    let numbers: [Int64] = [3, 5, 8, 13]
    let rows = DataRows(Self.pieces(numbers, of: together)) { [Cell.integer($0)] }
      .changed { place, row in row + [Cell.integer(Int64(place))] }
    let wanted: [[Cell]] = [
      [.integer(3), .integer(0)], [.integer(5), .integer(1)], [.integer(8), .integer(2)],
      [.integer(13), .integer(3)],
    ]
    #expect(try rows.all() == wanted)
    #expect(try rows.all() == wanted, "they can be asked for again")
    #expect(rows.count == 4)
    #expect(try DataRows([]).all() == [])
  }

  @Test func `a file of rows that are made is that of rows that are there`() throws {
    var flagged: [FlaggedDelivery] = []
    for number in 0..<50 {
      let sent: Int64? = number % 3 == 0 ? nil : Int64(number)
      let detail = number % 2 == 0 ? nil : "lost"
      flagged.append(
        FlaggedDelivery(
          flag: "ack_timeout", appKey: "333", messageID: "\(number)", deviceID: "d,\(number)", sentAt: sent,
          detail: detail))
    }
    let made = DataSet.flags(Self.pieces(flagged, of: 7), .utc)
    let csv = try made.csv()
    #expect(csv == (try DataSet(made.description, rows: made.rows.all()).csv()))
    #expect(csv.count { $0 == 0x0A } == 51)
  }

  @Test(arguments: [3_000, 20_000])
  func `a file is written in pieces, and its digest is that of all of them`(together: Int) throws {
    let flagged = (0..<20_000).map {
      FlaggedDelivery(
        flag: "ack_timeout", appKey: "333", messageID: "\($0)", deviceID: "d\($0)", sentAt: nil, detail: nil)
    }
    let data = DataSet.flags(Self.pieces(flagged, of: together), .utc)
    var pieces: [[UInt8]] = []
    let file = try Manifest.File(name: "flags.csv", of: data) { pieces.append($0) }
    var (format, whole) = (CSVFormat(), [UInt8]())
    format.begin(data.columns.map(\.column), into: &whole)
    try data.rows.forEach { format.row($0, into: &whole) }
    format.end(into: &whole)
    #expect(pieces.count > 2)
    #expect(Array(pieces.joined()) == whole)
    #expect(file.byteCount == whole.count)
    #expect(file.sha256 == SHA256.hex(whole.span))
    #expect(file.table?.rowCount == 20_000)
  }

  private static func pieces<Element: Sendable>(_ elements: [Element], of together: Int) -> Pieces<[Element]>
  {
    Pieces(count: elements.count) { body in
      for start in stride(from: 0, to: elements.count, by: together) {
        try body(Array(elements[start..<min(start + together, elements.count)]))
      }
    }
  }
}
