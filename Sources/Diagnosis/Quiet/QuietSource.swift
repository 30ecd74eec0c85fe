import ReceiptModel

/// A stream of events that may fall silent: that of the whole ledger, of an AppKey, or of one kind of an AppKey.
struct QuietSource {
  /// Empty for the whole ledger.
  var appKey: String
  /// `nil` for all kinds.
  var kind: EventKind?
  /// Events by place in `Evidence.hours`.
  var events: [Int]
  /// Sends of the AppKey that the kind may answer, likewise, where it answers sends.
  var sends: [Int]?

  /// The streams of the evidence: the ledger, then AppKeys, then their kinds, sends first.
  static func all(_ evidence: Evidence) -> [QuietSource] {
    let places = Dictionary(
      evidence.hours.enumerated().map { ($1.start, $0) }, uniquingKeysWith: { first, _ in first })
    let none = Array(repeating: 0, count: evidence.hours.count)
    var kinds: [CohortKey: [Int]] = [:]
    var apps: [CohortKey: [Int]] = [:]
    var ledger = none
    for cell in evidence.eventHours {
      guard let place = places[cell.hour.milliseconds] else { continue }
      let app = CohortKey(day: 0, appKey: cell.appKey, parts: [])
      apps[app, default: none][place] += cell.events
      ledger[place] += cell.events
      guard cell.kind != .other else { continue }
      let kind = CohortKey(day: Int(cell.kind.rawValue), appKey: cell.appKey, parts: [])
      kinds[kind, default: none][place] += cell.events
    }
    var eligible: [CohortKey: [Int]] = [:]
    for cell in evidence.hourCells where cell.counts[.ackEligible] > 0 && none.indices.contains(cell.key.day)
    {
      let app = CohortKey(day: 0, appKey: cell.key.appKey, parts: [])
      eligible[app, default: none][cell.key.day] += cell.counts[.ackEligible]
    }
    let order = kinds.keys.sorted { one, other in
      let isSent = (one.day == Int(EventKind.sent.rawValue), other.day == Int(EventKind.sent.rawValue))
      return isSent.0 != isSent.1 ? isSent.0 : one < other
    }
    return [QuietSource(appKey: "", events: ledger)]
      + apps.sorted { $0.key < $1.key }.map { QuietSource(appKey: $0.key.appKey, events: $0.value) }
      + order.compactMap { key in
        guard let kind = EventKind(rawValue: UInt8(key.day)) else { return nil }
        let sent = CohortKey(day: Int(EventKind.sent.rawValue), appKey: key.appKey, parts: [])
        let answers = kind != .sent && kind != .accepted
        var sends = answers ? kinds[sent] ?? none : nil
        if kind == .extAck { sends = eligible[CohortKey(day: 0, appKey: key.appKey, parts: [])] ?? sends }
        return QuietSource(
          appKey: key.appKey, kind: kind, events: kinds[key] ?? none, sends: sends)
      }
  }

  /// Whether a finding about another stream says everything about this one.
  func isCovered(by other: QuietSource) -> Bool {
    other.kind == nil && (other.appKey.isEmpty || other.appKey.hasSameBytes(as: appKey))
  }

  /// Whether half of some hours or more lie in outages of the AppKey.
  func isMostly(_ hours: [Int], in outages: [LowHours], _ evidence: Evidence) -> Bool {
    let own = outages.filter { $0.appKey.hasSameBytes(as: appKey) }
    let covered = hours.count { hour in
      own.contains { ($0.start..<$0.end).contains(evidence.hours[hour].start) }
    }
    return 2 * covered >= hours.count
  }

  /// Runs of judged hours without an event, each with the chance of one as unlikely anywhere in the judged hours.
  ///
  /// Such a run may begin in any hour, so its chance counts as many times as there are hours (Bonferroni).
  ///
  /// - Parameter told: hours that another finding names already.
  /// - Returns: `nil` when nothing can be compared.
  func silences(_ evidence: Evidence, besides told: Set<Int>) -> [(hours: [Int], chance: Double)]? {
    let usual = UsualHours(self, evidence)
    // Campaigns of one AppKey may leave out some hours, so each has to be busy; hours of all together count as one.
    let hours = evidence.judgedHours.filter { hour in
      evidence.isWhole(hour)
        && (appKey.isEmpty ? usual.isActive(hour) : usual.areBusy([hour], evidence.limits))
    }
    guard !hours.isEmpty else { return nil }
    var runs: [[Int]] = []
    for hour in hours where events[hour] == 0 && !told.contains(hour) {
      if let last = runs.indices.last, let end = runs[last].last, events[end...hour].allSatisfy({ $0 == 0 }) {
        runs[last].append(hour)
      } else {
        runs.append([hour])
      }
    }
    return runs.map { run in
      var run = run
      // What nothing came after may be no gap, but where an export ended.
      if let end = run.last, !events[end...].contains(where: { $0 > 0 }) {
        run.removeAll { !usual.areBusy([$0], evidence.limits) }
      }
      guard usual.areBusy(run, evidence.limits) else { return (run, 1) }
      var chance = usual.chance(ofNoneIn: run)
      // All kinds together hold the answers to earlier sends. Then two comparisons were made.
      if kind == nil { chance = 2 * min(chance, usual.chance(ofNoneAfterTheHourBefore: run[0])) }
      chance = max(chance, usual.chance(ofNoneBeside: run))
      return (run, min(1, chance * Double(hours.count)))
    }
  }
}

extension Evidence {
  /// Whether a place of `hours` is an hour that no window has cut.
  func isWhole(_ hour: Int) -> Bool { hours[hour].end - hours[hour].start == 3_600_000 }
}
