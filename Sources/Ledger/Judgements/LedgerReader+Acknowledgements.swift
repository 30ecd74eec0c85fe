package import ReceiptModel
import SQLite

extension LedgerReader {
  /// Everything that somebody said is known, in the order of the names.
  package func acknowledgements() throws -> [Acknowledgement] {
    let rows = try database.prepare(
      "SELECT code, app_key, scope, severity, until_ms, reason FROM acknowledgement ORDER BY 1, 2, 3")
    var all: [Acknowledgement] = []
    while try rows.step() {
      guard let code = FindingCode(rawValue: rows.text(0)), let severity = Severity(name: rows.text(3)) else {
        continue
      }
      all.append(
        Acknowledgement(
          FindingName(code, appKey: rows.text(1), scope: rows.text(2)), severity,
          until: Instant(milliseconds: rows.integer(4)), reason: rows.text(5)))
    }
    return all
  }
}
