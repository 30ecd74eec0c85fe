import Digest
import SQLite

extension LedgerReader {
  /// A digest of what the ledger knows: equal for equal sets of events, whatever order, files or runs they came in.
  ///
  /// Each row of the public views `deliveries` and `events`, each fact beside the events, and who told what, is
  /// digested with SHA-256, with types and lengths, and the digests are added as 256-bit numbers. A sum needs no order,
  /// so nothing has to be sorted.
  package func fingerprint() throws -> String {
    var sum = InlineArray<4, UInt64>(repeating: 0)
    var rows: UInt64 = 0
    let views = ["deliveries", "events"].map { (table: $0, sql: "SELECT * FROM \($0)") }
    for (view, sql) in views + Schema.noteRows + [(table: "teller", sql: Schema.tellerRows)] {
      let statement = try database.prepare(sql)
      let columns = statement.columnCount
      while try statement.step() {
        var hash = SHA256()
        hash.update(view)
        for column in 0..<columns {
          switch statement.type(column) {
          case .null: hash.update("n")
          case .integer: hash.update("i\(statement.integer(column));")
          default:
            let text = statement.text(column)
            hash.update("t\(text.utf8.count):\(text)")
          }
        }
        add(hash.words(), to: &sum)
        rows += 1
      }
    }
    let total = (0..<4).map { String(sum[$0], radix: 16) }.joined(separator: ".")
    var hash = SHA256()
    hash.update("\(rows);\(total)")
    return hash.hex()
  }

  private func add(_ words: InlineArray<4, UInt64>, to sum: inout InlineArray<4, UInt64>) {
    var carry: UInt64 = 0
    for index in 0..<4 {
      let (first, overflow) = sum[index].addingReportingOverflow(words[index])
      let (second, again) = first.addingReportingOverflow(carry)
      sum[index] = second
      carry = (overflow ? 1 : 0) + (again ? 1 : 0)
    }
  }
}
