import ReceiptModel

/// Failures of one sort on one channel of an AppKey, hour by hour.
struct FailureSeries {
  var appKey: String
  var channel: String
  /// Deliveries that failed, by place in `Evidence.hours`.
  var failed: [Int]
  /// Deliveries that were sent or refused.
  var tried: [Int]
  /// The reasons of the judged hours, the most frequent first.
  var reasons: [FailureReason]

  func rate(_ hours: some Sequence<Int>) -> Rate {
    hours.reduce(Rate(0, of: 0)) { Rate($0.numerator + failed[$1], of: $0.denominator + tried[$1]) }
  }
}

extension Evidence {
  /// The hours that are judged and whose receipts have had time to come in.
  var judgedHours: [Int] {
    guard let window = scope.window else { return [] }
    return hours.indices.filter {
      hours[$0].start >= window.lowerBound && hours[$0].end <= min(window.upperBound, scope.settledUntil)
    }
  }

  /// The hours before the judged days.
  var pastHours: [Int] {
    guard let window = scope.window else { return [] }
    return hours.indices.filter { hours[$0].start < window.lowerBound }
  }

  /// The failures whose reason belongs to a finding, by AppKey, channel and what `part` says of their row in the table.
  ///
  /// Leaves out series in which nothing ever failed, and those that sent nothing in the judged hours.
  func failureSeries(
    of code: FindingCode, by part: (FailureReasons.Entry?) -> String = { _ in "" }
  ) -> [FailureSeries] {
    var entries: [CohortKey: FailureReasons.Entry?] = [:]
    var failed: [CohortKey: [Int]] = [:]
    var counts: [CohortKey: [FailureReason: Int]] = [:]
    let judged = Set(judgedHours)
    // Not asked of the evidence for each cell, of which there are many.
    let none = Array(repeating: 0, count: hours.count)
    for cell in failures where none.indices.contains(cell.day) {
      let name = CohortKey(day: 0, appKey: cell.channel, parts: [cell.reasonCode, cell.reasonText])
      let known: FailureReasons.Entry?
      if let entry = entries[name] {
        known = entry
      } else {
        known = reasons.entry(channel: cell.channel, code: cell.reasonCode, text: cell.reasonText)
        entries[name] = .some(known)
      }
      guard FindingCode.ofFailure(cell.kind, known?.category) == code else { continue }
      let key = CohortKey(day: 0, appKey: cell.appKey, parts: [cell.channel, part(known)])
      failed[key, default: none][cell.day] += cell.count
      guard judged.contains(cell.day) else { continue }
      let reason = FailureReason(code: cell.reasonCode, text: cell.reasonText, entry: known)
      counts[key, default: [:]][reason, default: 0] += cell.count
    }
    let tried = triedByHour()
    return failed.sorted { $0.key < $1.key }.compactMap { key, failed in
      let channel = CohortKey(day: 0, appKey: key.appKey, parts: [key.parts[0]])
      guard let tried = tried[channel], judged.contains(where: { tried[$0] > 0 }) else { return nil }
      let ranked = (counts[key] ?? [:]).sorted { one, other in
        one.value != other.value ? one.value > other.value : one.key < other.key
      }
      return FailureSeries(
        appKey: key.appKey, channel: key.parts[0], failed: failed, tried: tried,
        reasons: ranked.map { reason, count in
          var reason = reason
          reason.count = count
          return reason
        })
    }
  }

  /// Deliveries that were sent or refused, by AppKey and channel.
  private func triedByHour() -> [CohortKey: [Int]] {
    let none = Array(repeating: 0, count: hours.count)
    return hourCells.reduce(into: [:]) { tried, cell in
      guard none.indices.contains(cell.key.day) else { return }
      let key = CohortKey(day: 0, appKey: cell.key.appKey, parts: [cell.key.parts[0]])
      tried[key, default: none][cell.key.day] += cell.counts[.sent] + cell.counts[.sendFailed]
    }
  }
}

extension FindingCode {
  /// The one finding that failures of a kind and category belong to; `nil` stands for a reason nobody explained.
  static func ofFailure(_ kind: String, _ category: FailureReasons.Category?) -> FindingCode {
    switch category {
    case .tokenDead: .tokensDead
    case .credentials, .environment, .topic: .credentialsRefused
    case .payload, .content: .contentRefused
    case .quota: .quotaExceeded
    case .notificationsOff, .uninstalled, .inactive, .service, .other, nil:
      kind == EventKind.arriveFailed.name ? .arriveFailures : .sendFailures
    }
  }
}
