import ReceiptModel

/// The ack-eligible sends of an AppKey in one UTC hour, whose receipts have had time to come.
struct AckHour: Sendable {
  /// Milliseconds UTC; the end is excluded.
  var start: Int64
  var end: Int64
  var isJudged: Bool
  var eligible = 0
  /// Acked within the settle time, so that hours compare, however old they are.
  var acked = 0
  /// Acked later than that.
  var late = 0
  var opened = 0
  /// Of these, never acked.
  var openedUnacked = 0
  /// Of acks within the settle time, those stamped before their send included.
  var latencies = LatencyHistogram()

  var ackRate: Rate { Rate(acked, of: eligible) }
  /// Of those that were acked.
  var lateShare: Rate { Rate(late, of: acked + late) }
  var unackedOpens: Rate { Rate(openedUnacked, of: opened) }

  /// The settled hours of each AppKey that has latencies, in order, also those without sends.
  static func byApp(_ evidence: Evidence) -> [(appKey: String, hours: [AckHour])] {
    let days = evidence.scope.days
    guard let first = days.first, let last = days.last else { return [] }
    let settled = evidence.hours.prefix { $0.end <= evidence.scope.settledUntil }
    let empty = settled.map { hour in
      AckHour(
        start: hour.start, end: hour.end, isJudged: hour.start >= first.start && hour.end <= last.end)
    }
    var apps: [CohortKey: [AckHour]] = [:]
    for cell in evidence.hourCells where cell.key.day < empty.count && cell.counts[.ackEligible] > 0 {
      let key = CohortKey(day: 0, appKey: cell.key.appKey, parts: [])
      apps[key, default: empty][cell.key.day].add(cell, settle: evidence.scope.settle)
    }
    return apps.sorted { $0.key < $1.key }.map { ($0.key.appKey, $0.value) }
      .filter { $0.hours.contains { !$0.latencies.counts.isEmpty } }
  }

  private mutating func add(_ cell: CohortCell, settle: Int64) {
    var prompt = 0
    for (bucket, count) in cell.latencies.counts where LatencyBucket.middle(of: bucket) <= settle {
      latencies.add(bucket: bucket, count: count)
      prompt += count
    }
    eligible += cell.counts[.ackEligible]
    let inTime = min(prompt, cell.counts[.eligibleAcked])
    acked += inTime
    late += cell.counts[.eligibleAcked] - inTime
    opened += cell.counts[.eligibleOpened]
    openedUnacked += cell.counts[.openedUnacked]
  }
}

extension Sequence<AckHour> {
  var ackRate: Rate { Rate(reduce(0) { $0 + $1.acked }, of: reduce(0) { $0 + $1.eligible }) }
  var openRate: Rate { Rate(reduce(0) { $0 + $1.opened }, of: reduce(0) { $0 + $1.eligible }) }
  var unackedOpens: Rate { reduce(into: Rate(0, of: 0)) { $0.add($1.unackedOpens) } }
  var latencies: LatencyHistogram { reduce(into: LatencyHistogram()) { $0.add($1.latencies) } }
}
