import ReceiptModel

/// The pushes of an AppKey on one channel that tells of arrivals, hour by hour.
struct ChannelArrivals {
  var appKey: String
  var channel: String
  /// By place in `Evidence.hours`: pushes that were sent, and of them those that arrived and those that were opened.
  var sent: [Int]
  var arrived: [Int]
  var opened: [Int]

  func rate(_ hours: some Sequence<Int>) -> Rate { sum(arrived, hours) }
  func openRate(_ hours: some Sequence<Int>) -> Rate { sum(opened, hours) }

  private func sum(_ hits: [Int], _ hours: some Sequence<Int>) -> Rate {
    hours.reduce(Rate(0, of: 0)) { Rate($0.numerator + hits[$1], of: $0.denominator + sent[$1]) }
  }

  /// The same as `UsualAcks` takes it, an arrival for an ack: hours that something is compared with, and those that are
  /// judged.
  func ackHours(_ before: [Int], _ judged: [Int], _ hours: [DaySpan]) -> [AckHour] {
    [(before, false), (judged, true)].flatMap { places, isJudged in
      places.map { place in
        AckHour(
          start: hours[place].start, end: hours[place].end, isJudged: isJudged, eligible: sent[place],
          acked: arrived[place], opened: opened[place])
      }
    }
  }

  /// Those of each AppKey with sends in the judged hours and arrivals before them.
  ///
  /// Where an extension acks, acks tell more, and an arrival only says that the gateway took the push.
  static func byApp(_ evidence: Evidence) -> [[ChannelArrivals]] {
    let hours = evidence.hours.count
    var channels: [CohortKey: ChannelArrivals] = [:]
    var silent: Set<CohortKey> = []
    for cell in evidence.hourCells where (0..<hours).contains(cell.key.day) {
      let (place, counts) = (cell.key.day, cell.counts)
      let key = CohortKey(day: 0, appKey: cell.key.appKey, parts: [cell.key.parts[0]])
      if counts[.ackEligible] > 0 || (counts[.sent] > 0 && counts[.measurable] == 0) { silent.insert(key) }
      let none = Array(repeating: 0, count: hours)
      var channel =
        channels.removeValue(forKey: key)
        ?? ChannelArrivals(
          appKey: key.appKey, channel: key.parts[0], sent: none, arrived: none, opened: none)
      channel.sent[place] += counts[.sent]
      channel.arrived[place] += counts[.arrived]
      channel.opened[place] += counts[.opened]
      channels[key] = channel
    }
    let (judged, past) = (evidence.judgedHours, evidence.pastHours)
    let told = channels.filter { key, channel in
      !silent.contains(key) && channel.rate(judged).denominator > 0 && channel.rate(past).numerator > 0
    }
    return Dictionary(grouping: told.keys) { CohortKey(day: 0, appKey: $0.appKey, parts: []) }
      .sorted { $0.key < $1.key }.map { $0.value.sorted().compactMap { told[$0] } }
  }
}
