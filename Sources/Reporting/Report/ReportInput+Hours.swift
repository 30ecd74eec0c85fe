import Diagnosis
import ReceiptModel

extension ReportInput {
  /// The sums of each hour of each day: by place of the day in `days`, then by the hour that clocks of the zone show.
  ///
  /// An hour that the clocks show twice has both sums; one that they leave out has none.
  var countsByHour: [[Counts]] {
    var sums = Array(repeating: Array(repeating: Counts(), count: 24), count: days.count)
    guard !days.isEmpty else { return [] }
    let places = evidence.hours.map { place(of: Instant(milliseconds: $0.start)) }
    for cell in evidence.hourCells {
      guard places.indices.contains(cell.key.day), let place = places[cell.key.day] else { continue }
      sums[place.day][place.hour].add(cell.counts)
    }
    return sums
  }

  private func place(of instant: Instant) -> (day: Int, hour: Int)? {
    let after = days.firstIndex { $0.start > instant.milliseconds } ?? days.count
    guard after > 0, instant.milliseconds < days[after - 1].end else { return nil }
    let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
    let local = (instant.milliseconds + zone.offset(at: instant) * 1000) % day
    return (after - 1, Int((local + day) % day / hour))
  }
}
