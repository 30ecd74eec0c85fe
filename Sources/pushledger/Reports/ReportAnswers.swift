import ReceiptModel
import Reporting

/// What the queries of a template answered; each is asked once.
struct ReportAnswers {
  private var known: [[String]: ResultTable] = [:]

  /// The answer of a query, which is asked when it was not yet.
  mutating func answer(
    _ name: String, _ words: [String: String], asking: () throws -> ResultTable
  ) rethrows -> ResultTable {
    let key = [name] + words.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    if let table = known[key] { return table }
    let table = try asking()
    known[key] = table
    return table
  }

  /// Digest of all answers, with what was asked.
  var digest: String {
    var text = CanonicalText()
    text.add(
      unordered: known.map { key, table in
        var bytes: [UInt8] = []
        TableFormat.jsonl.write(table, into: &bytes)
        return key + [String(decoding: bytes, as: UTF8.self)]
      })
    return text.digest
  }
}
