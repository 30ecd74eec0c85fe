import Prose
import ReceiptModel

extension DailyReport {
  /// Which of the reported days are known by loaded sums only, and what cannot be said of them; nothing in most reports.
  static func loadedDays(_ input: ReportInput) -> [Page.Block] {
    let days = input.health.loadedDays
    guard let first = days.first, let last = days.last else { return [] }
    func name(_ start: Int64) -> Phrase {
      .text(input.zone.day(of: Instant(milliseconds: start)).description)
    }
    let names =
      days.count == 1 ? name(first.lowerBound) : "\(name(first.lowerBound)) to \(name(last.lowerBound))"
    return [
      .paragraph(
        days.count == 1
          ? "Of \(names) there are sums that were counted elsewhere and loaded. \(limits)"
          : "Of \(days.count) days from \(names) there are sums that were counted elsewhere and loaded. \(limits)"
      )
    ]
  }

  /// What sums do not tell.
  private static let limits: Phrase = """
    Their single messages, devices, repeated events and receipts without a send are not known here, and findings that \
    need them are left out.
    """
}
