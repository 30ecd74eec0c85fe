import Diagnosis
import ReceiptModel

/// Two weeks and the judged day by hours: places 0 to 335, and 336 to 359.
enum HourSample {
  static var hours: [DaySpan] {
    let start = Sample.history[0].start
    return (0..<360).map { place in
      DaySpan(
        name: "", start: start + Int64(place) * 3_600_000, end: start + Int64(place + 1) * 3_600_000)
    }
  }

  /// An hour's sends of an AppKey; `acked` by milliseconds from the send.
  static func cell(
    _ place: Int, sent: Int, acked: [Int64: Int], opened: Int = 0, unacked: Int = 0, appKey: String = "333"
  ) -> CohortCell {
    var latencies = LatencyHistogram()
    for (time, count) in acked { latencies.add(bucket: LatencyBucket.bucket(of: time), count: count) }
    let all = acked.values.reduce(0, +)
    return CohortCell(
      key: CohortKey(day: place, appKey: appKey, parts: ["apns"]),
      counts: Sample.counts([
        .sent: sent, .ackEligible: sent, .acked: all, .eligibleAcked: all, .opened: opened,
        .eligibleOpened: opened, .openedUnacked: unacked,
      ]), latencies: latencies)
  }

  static func evidence(_ cells: [CohortCell]) -> Evidence {
    var evidence = Evidence(scope: Sample.scope, history: Sample.history)
    evidence.hours = hours
    evidence.hourCells = cells
    return evidence
  }
}
