import Prose
import ReceiptModel

extension DailyReport {
  /// The most days the chart shows.
  private static let longestHours = 14

  /// The rate of extension acks by hour of the day, a row for each day; nothing where no device can be expected to ack.
  static func hoursChart(_ input: ReportInput) -> Chart? {
    let hours = input.countsByHour
    let filled = hours.indices.filter { day in hours[day].contains { $0[.sent] > 0 } }
    guard let first = filled.first else { return nil }
    let days = Array(hours.indices[first...].suffix(longestHours))
    let rates = days.map { hours[$0].map(HourRate.init) }
    let known = rates.flatMap { $0 }.compactMap(\.value)
    guard let low = known.min(), let high = known.max() else { return nil }
    return Chart(
      id: "hours", title: "Extension acks by hour of the send",
      summary: """
        Of ack-eligible sends, by hour in \(input.zone.name), for \(days.count) days: from \(figure: Figures.percent(low, digits: 1)) to \(figure: Figures.percent(high, digits: 1)).
        """,
      drawing: .heat(
        rows: days.map { input.label(input.days[$0]) },
        columns: (0..<24).map { .figure(CellText.padded(String($0), to: 2)) },
        values: rates.map { $0.map(\.value) }))
  }
}

/// The ack rate of an hour, where it can be told.
private struct HourRate {
  /// `nil` for fewer than 20 sends: one more ack would then be another shade.
  let value: Double?

  init(_ counts: Counts) {
    let rate = Metric.ackRate.rate(counts)
    value = rate.denominator >= 20 ? rate.value : nil
  }
}
