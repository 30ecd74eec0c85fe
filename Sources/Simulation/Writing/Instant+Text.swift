import ReceiptModel

extension Instant {
  /// `2026-09-21T14:13:20.120Z`.
  var text: String { String(ReportZone.utc.iso(self).dropLast(6)) + "Z" }
}
