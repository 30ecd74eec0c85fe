import Digest
import ReceiptModel
import Reporting
import Testing

@Suite struct DataRowsTests {
  @Test func `a row is made when it is asked for, with what was changed about it`() {
    let numbers: [Int64] = [3, 5, 8]
    let rows = DataRows(numbers) { [Cell.integer($0)] }
      .changed { place, row in row + [Cell.integer(Int64(place))] }
    let wanted: [[Cell]] = [
      [.integer(3), .integer(0)], [.integer(5), .integer(1)], [.integer(8), .integer(2)],
    ]
    #expect(Array(rows) == wanted)
    #expect(rows[1] == wanted[1])
    #expect(Array(DataRows([])) == [])
  }

  @Test func `a file of rows that are made is that of rows that are there`() {
    var flagged: [FlaggedDelivery] = []
    for number in 0..<50 {
      let sent: Int64? = number % 3 == 0 ? nil : Int64(number)
      let detail = number % 2 == 0 ? nil : "lost"
      flagged.append(
        FlaggedDelivery(
          flag: "ack_timeout", appKey: "333", messageID: "\(number)", deviceID: "d,\(number)", sentAt: sent,
          detail: detail))
    }
    let made = DataSet.flags(flagged, .utc)
    #expect(made.csv() == DataSet(made.description, rows: Array(made.rows)).csv())
    #expect(made.csv().count { $0 == 0x0A } == 51)
  }

  @Test func `a file is written in pieces, and its digest is that of all of them`() {
    let flagged = (0..<20_000).map {
      FlaggedDelivery(
        flag: "ack_timeout", appKey: "333", messageID: "\($0)", deviceID: "d\($0)", sentAt: nil, detail: nil)
    }
    let data = DataSet.flags(flagged, .utc)
    var pieces: [[UInt8]] = []
    let file = Manifest.File(name: "flags.csv", of: data) { pieces.append($0) }
    var (format, whole) = (CSVFormat(), [UInt8]())
    format.begin(data.columns.map(\.column), into: &whole)
    for row in data.rows { format.row(row, into: &whole) }
    format.end(into: &whole)
    #expect(pieces.count > 2)
    #expect(Array(pieces.joined()) == whole)
    #expect(file.byteCount == whole.count)
    #expect(file.sha256 == SHA256.hex(whole.span))
    #expect(file.table?.rowCount == 20_000)
  }
}
