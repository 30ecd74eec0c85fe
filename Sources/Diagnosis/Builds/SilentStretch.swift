import ReceiptModel

/// An app version whose acks stopped within the judged days: acked before, and not one since.
struct SilentStretch {
  var appKey: String
  var version: String
  /// The first hour with sends after the last one with an ack.
  var since: Instant
  /// What was sent since, in hours whose receipts have had time to come in.
  var counts: Counts
  /// The other versions in the same hours.
  var others: Counts
  var chance: Double
  /// Whether not one was acked, although some were opened.
  var isSilent: Bool

  /// Every version whose silence since its last ack would be beyond chance.
  ///
  /// Each version is compared with the others in the same hours, so that an outage of all acks is no version's fault.
  /// The beginning is chosen by what is seen, so the chance counts for each hour it could have been.
  static func all(_ evidence: Evidence, limit: Double) -> [SilentStretch] {
    let hours = evidence.hours.indices.filter { evidence.isJudged(hour: $0) && evidence.isSettled(hour: $0) }
    guard let first = hours.first, let last = hours.last else { return [] }
    var apps: [CohortKey: [CohortCell]] = [:]
    for cell in evidence.buildHours
    where (first...last).contains(cell.key.day) && cell.counts[.ackEligible] > 0 {
      apps[CohortKey(day: 0, appKey: cell.key.appKey, parts: []), default: []].append(cell)
    }
    return apps.sorted { $0.key < $1.key }.flatMap { app, cells in
      let builds = Dictionary(grouping: cells) { $0.key.parts.first ?? "" }
      let since = sums(fromEachHourOf: cells)
      return builds.keys.filter { !$0.isEmpty }.map(VersionNumber.init).sorted().compactMap { version in
        stretch(
          evidence, app.appKey, version.text, builds[version.text] ?? [], since, hours: hours.count,
          limit: limit)
      }
    }
  }

  /// What was sent from each hour to the end, by the hour's place.
  private static func sums(fromEachHourOf cells: [CohortCell]) -> [Int: Counts] {
    var hours: [Int: Counts] = [:]
    for cell in cells { hours[cell.key.day, default: Counts()].add(cell.counts) }
    var sum = Counts()
    for hour in hours.keys.sorted(by: >) {
      sum.add(hours[hour] ?? Counts())
      hours[hour] = sum
    }
    return hours
  }

  /// - Parameters:
  ///   - own: the version's cells.
  ///   - since: of all versions, see `sums(fromEachHourOf:)`.
  private static func stretch(
    _ evidence: Evidence, _ appKey: String, _ version: String, _ own: [CohortCell], _ since: [Int: Counts],
    hours: Int, limit: Double
  ) -> SilentStretch? {
    guard let lastAck = own.filter({ $0.counts[.eligibleAcked] > 0 }).map(\.key.day).max(),
      let start = own.map(\.key.day).filter({ $0 > lastAck }).min()
    else { return nil }
    var counts = Counts()
    for cell in own where cell.key.day >= start { counts.add(cell.counts) }
    var others = since[start] ?? Counts()
    others.add(counts, times: -1)
    let chance = min(
      1, Silence.chance(of: counts, amongLike: others, isRipe: true) * Double(hours))
    guard chance < limit else { return nil }
    return SilentStretch(
      appKey: appKey, version: version, since: Instant(milliseconds: evidence.hours[start].start),
      counts: counts, others: others, chance: chance,
      isSilent: counts.isSilent && counts[.eligibleOpened] > 0)
  }
}
