import Diagnosis
import ReceiptModel

/// Two weeks and a day of hours with sends and failures, made by hand.
struct FailureSample {
  static let pastHours = 14 * 24

  /// 360 hours, of which the last 24 are judged.
  static var hours: [DaySpan] {
    let start = Sample.history[0].start
    return (0..<360).map { hour in
      let from = start + Int64(hour) * 3_600_000
      return DaySpan(name: "\(hour)", start: from, end: from + 3_600_000)
    }
  }

  var evidence: Evidence

  /// Without any failure.
  ///
  /// - Parameter tried: pushes of an hour.
  init(appKey: String = "333", channel: String = "apns", tried: Int = 100, hours: Range<Int> = 0..<360) {
    evidence = Evidence(scope: Sample.scope, history: Sample.history)
    evidence.hours = Self.hours
    evidence.hourCells = hours.map {
      Sample.cell(day: $0, appKey, [channel], [.deliveries: tried, .sent: tried])
    }
  }

  /// With failures for one reason, as the log gives it, in each of some hours.
  func failing(
    _ count: Int, _ reason: String, in hours: Range<Int>, kind: String = "send_failed",
    channel: String = "apns"
  ) -> FailureSample {
    var sample = self
    let parts = reason.split(separator: "#", maxSplits: 1).map(String.init)
    let isCoded = parts.count == 2 && parts[0].allSatisfy(\.isNumber)
    for hour in hours where count > 0 {
      sample.evidence.failures.append(
        FailureCell(
          day: hour, appKey: "333", channel: channel, kind: kind, reasonCode: isCoded ? parts[0] : "",
          reasonText: isCoded ? parts[1] : reason, count: count))
      guard kind == "send_failed" else { continue }
      for cell in sample.evidence.hourCells.indices
      where sample.evidence.hourCells[cell].key.day == hour
        && sample.evidence.hourCells[cell].key.parts == [channel]
      {
        sample.evidence.hourCells[cell].counts[.sent] -= count
        sample.evidence.hourCells[cell].counts[.sendFailed] += count
      }
    }
    return sample
  }

  static func start(of hour: Int) -> Instant { Instant(milliseconds: hours[hour].start) }
}
