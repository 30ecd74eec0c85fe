import Prose
import ReceiptModel

extension ReportInput {
  /// The length of a day on which clocks change: `23 h`, `24.5 h`; `nil` for other days, and for days that a window
  /// cuts.
  func unusualLength(_ day: DaySpan) -> Phrase? {
    let civil = zone.day(of: Instant(milliseconds: day.start))
    let length = day.end - day.start
    guard length != 86_400_000, zone.start(of: civil).milliseconds == day.start,
      zone.start(of: civil.adding(days: 1)).milliseconds == day.end
    else { return nil }
    let digits = length % 3_600_000 == 0 ? 0 : length % 1_800_000 == 0 ? 1 : 2
    return .figure(DecimalText.fixed(Double(length) / 3_600_000, digits: digits) + " h")
  }

  /// `2026-03-29 has 23 h`, for each such day of the report and its history.
  var clockChanges: Phrase? {
    let changes = days.compactMap { day in unusualLength(day).map { "\(day.name) has \($0)" as Phrase } }
    return changes.isEmpty ? nil : changes.joined()
  }
}
