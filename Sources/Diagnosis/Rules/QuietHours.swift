import ReceiptModel

extension Rule {
  /// Hours without an event where there always were some: a gap in the log, or something that has stopped.
  ///
  /// Each hour is compared with the same hour of the days before, so a night without sends is normal, and answers are
  /// missed only where something was sent. There are three cases, and each hour is reported once, by the largest:
  /// nothing at all came in; nothing of an AppKey; nothing of one kind. Acks that `ack_outage` misses are its matter.
  package static let quietHours = Rule(.quietHours) { evidence in
    var told: [(source: QuietSource, hours: Set<Int>)] = []
    var suspicions: [Suspicion] = []
    for source in QuietSource.all(evidence) {
      let covered = told.reduce(into: Set<Int>()) { hours, other in
        if source.isCovered(by: other.source) { hours.formUnion(other.hours) }
      }
      guard let silences = source.silences(evidence, besides: covered) else { continue }
      var sure = silences.filter { $0.chance <= evidence.limits.chance }
      if source.kind == .extAck, !sure.isEmpty {
        sure.removeAll { source.isMostly($0.hours, in: evidence.comparisons.outages.told, evidence) }
      }
      told.append((source, Set(sure.flatMap(\.hours))))
      suspicions.append(
        Suspicion(
          chance: silences.map(\.chance).min() ?? 1,
          finding: sure.isEmpty ? nil : source.finding(sure.map(\.hours), evidence)))
    }
    return suspicions
  }
}
