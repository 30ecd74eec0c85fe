import ReceiptModel

/// An app version whose acks stopped within the judged days: acked before, and not one since.
struct SilentStretch {
  var appKey: String
  var version: String
  /// The first hour with sends after the last one with an ack.
  var since: Instant
  /// What was sent since, in hours whose receipts have had time to come in, but for messages that nobody acked.
  var counts: Counts
  /// The other versions in the same hours.
  var others: Counts
  var chance: Double
  /// Whether not one was acked, although some were opened or so many were sent that this tells as much.
  var isSilent: Bool
  /// Whether some were opened, which proves that they arrived.
  var isOpened: Bool { counts[.eligibleOpened] > 0 }

  /// Every version whose silence since its last ack would be beyond chance.
  ///
  /// Each version is compared with the others in the same hours, so that an outage of all acks is no version's fault, and
  /// with its own pushes before: one that loses nine acks of ten has not stopped when it gets none for some hours.
  /// The beginning is chosen by what is seen, so the chance counts for each hour it could have been.
  static func all(_ evidence: Evidence, limit: Double) -> [SilentStretch] {
    let hours = evidence.hours.indices.filter { evidence.isJudged(hour: $0) && evidence.isSettled(hour: $0) }
    guard let first = hours.first, let last = hours.last else { return [] }
    let cells = evidence.buildHours
    return cells.apps.flatMap { appKey, builds in
      let own = builds.map { build -> (version: String, places: [Int], all: Range<Int>) in
        let judged = cells.places(build.places, in: first..<last + 1)
        return (
          version: build.parts[0], places: judged.filter { cells.count(.ackEligible, at: $0) > 0 },
          all: build.places
        )
      }
      let since = sums(fromEachHourOf: own.lazy.flatMap(\.places), cells)
      return own.compactMap { version, places, all in
        version.isEmpty
          ? nil : stretch(evidence, appKey, version, places, of: all, since, hours: hours.count, limit: limit)
      }
      .map { (version: VersionNumber($0.version), stretch: $0) }.sorted { $0.version < $1.version }
      .map(\.stretch)
    }
  }

  /// What was sent from each hour to the end, by the hour's place.
  private static func sums(fromEachHourOf places: some Sequence<Int>, _ cells: CohortCells) -> [Int: Counts] {
    var hours: [Int: Counts] = [:]
    for place in places { hours[cells.day(at: place), default: Counts()].add(cells.counts(at: place)) }
    var sum = Counts()
    for hour in hours.keys.sorted(by: >) {
      sum.add(hours[hour] ?? Counts())
      hours[hour] = sum
    }
    return hours
  }

  /// - Parameters:
  ///   - places: the version's cells with ack-eligible sends, by hour.
  ///   - all: its cells, also those before the judged days.
  ///   - since: of all versions, see `sums(fromEachHourOf:)`.
  private static func stretch(
    _ evidence: Evidence, _ appKey: String, _ version: String, _ places: [Int], of all: Range<Int>,
    _ since: [Int: Counts],
    hours: Int, limit: Double
  ) -> SilentStretch? {
    let cells = evidence.buildHours
    guard let lastAck = places.lastIndex(where: { cells.count(.eligibleAcked, at: $0) > 0 }),
      lastAck + 1 < places.count
    else { return nil }
    let start = cells.day(at: places[lastAck + 1])
    var counts = places[(lastAck + 1)...].reduce(into: Counts()) { cells.add($1, to: &$0) }
    var others = since[start] ?? Counts()
    others.subtract(counts)
    counts[.ackEligible] -= min(
      counts[.ackEligible],
      untelling(appKey, version, since: evidence.hours[start].start, evidence))
    let chance = min(
      1, Silence.chance(of: counts, amongLike: others, isRipe: true) * Double(hours))
    guard chance < limit else { return nil }
    let before = rate(before: start, cells, all)
    // A few devices may all be off.
    let devices = evidence.firstPushes {
      $0.appKey.hasSameBytes(as: appKey) && $0.parts[0].hasSameBytes(as: version)
    }
    .atMost(counts[.ackEligible])
    let isTelling =
      counts[.eligibleOpened] > 0
      || Silence.isTelling(
        unopened: counts[.ackEligible], devices: devices, amongLike: others,
        minimumSends: evidence.limits.minimumSends)
    let known = devices.sent.denominator
    return SilentStretch(
      appKey: appKey, version: version, since: Instant(milliseconds: evidence.hours[start].start),
      counts: counts, others: others, chance: chance,
      isSilent: counts.isSilent && isTelling
        && Silence.chance(before, ofNoneIn: known > 0 ? known : counts[.ackEligible]) < limit)
  }

  /// The sends of messages that nobody acked, on the days from some time on.
  private static func untelling(
    _ appKey: String, _ version: String, since start: Int64, _ evidence: Evidence
  ) -> Int {
    let (cells, days) = (evidence.unanswered, evidence.scope.days)
    let first = days.firstIndex { $0.end > start } ?? days.endIndex
    return cells.series(of: appKey, version).reduce(0) { sum, series in
      sum + cells.sum(.ackEligible, cells.places(series.places, in: first..<days.endIndex))
    }
  }

  /// The acks of the last fifty sends or more before an hour.
  private static func rate(before hour: Int, _ cells: CohortCells, _ all: Range<Int>) -> Rate {
    var rate = Rate(0, of: 0)
    for place in cells.places(all, in: 0..<hour).reversed() where rate.denominator < 50 {
      rate.add(Rate(cells.count(.eligibleAcked, at: place), of: cells.count(.ackEligible, at: place)))
    }
    return rate
  }
}
