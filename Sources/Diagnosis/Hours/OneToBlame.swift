internal import ReceiptModel

/// Whether one message or one build explains that acks fell in some hours.
enum OneToBlame {
  enum Answer: Sendable {
    /// Without it the others are acked as usual.
    case one
    /// The others lose their acks too.
    case many
    /// There are too few others to tell.
    case unknown
  }

  /// Pushes of the others below which nothing can be told.
  private static let enough = 20

  /// The messages that were first sent in these hours.
  static func message(_ outage: LowAcks, _ evidence: Evidence) -> Answer {
    answer(
      outage,
      evidence.messages.compactMap { message in
        guard sameBytes(message.appKey, outage.appKey), let first = message.firstSent,
          (outage.start..<outage.end).contains(first.milliseconds)
        else { return nil }
        return Metric.ackRate.rate(message.counts)
      })
  }

  /// The builds that pushes went to in these hours.
  static func build(_ outage: LowAcks, _ evidence: Evidence) -> Answer {
    var builds: [CohortKey: Rate] = [:]
    for cell in evidence.buildHours where sameBytes(cell.key.appKey, outage.appKey) {
      let hour = evidence.hours[cell.key.day]
      guard hour.start >= outage.start, hour.end <= outage.end, !cell.key.parts[0].isEmpty else { continue }
      let rate = Metric.ackRate.rate(cell.counts)
      let key = CohortKey(day: 0, appKey: "", parts: [cell.key.parts[0]])
      builds[key, default: Rate(0, of: 0)].numerator += rate.numerator
      builds[key, default: Rate(0, of: 0)].denominator += rate.denominator
    }
    return answer(outage, Array(builds.values))
  }

  private static func answer(_ outage: LowAcks, _ rates: [Rate]) -> Answer {
    let share = outage.expected / Double(outage.count)
    let missing = { (rate: Rate) in Double(rate.denominator) * share - Double(rate.numerator) }
    guard let worst = rates.max(by: { missing($0) < missing($1) }) else { return .unknown }
    let hits = rates.reduce(0) { $0 + $1.numerator } - worst.numerator
    let count = rates.reduce(0) { $0 + $1.denominator } - worst.denominator
    guard count >= enough else { return .unknown }
    // Half way from what was seen in these hours to what is usual.
    let middle = (Double(outage.hits) / Double(outage.count) + share) / 2
    return Double(hits) >= middle * Double(count) ? .one : .many
  }

  private static func sameBytes(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}
