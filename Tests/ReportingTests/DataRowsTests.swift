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
}
