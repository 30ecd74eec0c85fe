import ReceiptModel
import Reporting
import Testing

/// What `--excel` does to text that a spreadsheet would take for something else.
struct SpreadsheetGuessTests {
  private func cell(_ text: String, _ type: ResultType, _ flavour: CSVFlavour) -> String {
    let table = ResultTable(columns: [ResultColumn("a", type)], rows: [[.text(text)]])
    var output: [UInt8] = []
    TableFormat.csv.write(table, csv: flavour, into: &output)
    return String(decoding: output.drop { $0 != 0x0A }.dropFirst(), as: UTF8.self).filter { !$0.isNewline }
  }

  @Test(
    arguments: [
      "10913718868641234", "12e5", "1E5", "0012", "123456789012", "3.10", "3.2.1", "1-2", "1/2", "9:30",
      "12%",
      "1,234", "$5", "¥5", "(5)", ".5", "1 234", "MAR1", "Sep-2", "May 5", "2026-09-21", "9月21日", "TRUE",
      "false",
      "１２", "1d5", "7 pm", "00",
    ])
  func `is marked as text`(text: String) {
    for type in [ResultType.identifier, .text] {
      let marked = cell(text, type, .excel).filter { $0 != "\"" }
      #expect(marked == "'\(text)")
      #expect(cell(text, type, .standard).filter { $0 != "\"" } == text)
    }
  }

  @Test(
    arguments: [
      "333526247", "0", "12345678901", "c9311e777a853a8f5556ab18d4988c03", "10b2c3", "apns", "autumn-promo",
      "",
      "小米 13", "iPhone 15 Pro", "2 deliveries of build 3", "BadDeviceToken", "Unregistered (410)", "e5",
      "marvel",
      "true story",
    ])
  func `is left as it is`(text: String) {
    #expect(cell(text, .text, .excel).filter { $0 != "\"" } == text)
  }

  @Test func `days, times and numbers stay what they are`() {
    #expect(cell("2026-09-21", .date, .excel) == "2026-09-21")
    #expect(cell("2026-09-21T14:13:20.120+00:00", .time, .excel) == "2026-09-21T14:13:20.120+00:00")
    #expect(cell("true", .boolean, .excel) == "true")
  }
}
