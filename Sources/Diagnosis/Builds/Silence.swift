import ReceiptModel

/// The chance that none of some deliveries is acked.
enum Silence {
  /// The chance that a group is silent if its deliveries are acked like others: (1 - p)^n.
  ///
  /// An open proves that a push arrived, so n opened pushes are compared with the others' ack coverage p and, once the
  /// days are ripe, n sent pushes with the others' ack rate. p is the lower end of its 95 % interval, so that few data
  /// of the others prove nothing. Which of the two tells more depends on how many open, not on who acks.
  static func chance(of group: Counts, amongLike others: Counts, isRipe: Bool) -> Double {
    let byOpens = chance(Metric.ackCoverage.rate(others), ofNoneIn: group[.eligibleOpened])
    let bySends = isRipe ? chance(Metric.ackRate.rate(others), ofNoneIn: group[.ackEligible]) : 1
    return min(byOpens, bySends)
  }

  /// The same with one push for each device (see `FirstPushes`); 0 where none is known, and then it decides nothing.
  static func chance(of devices: FirstPushes, amongLike others: Counts, isRipe: Bool) -> Double {
    guard devices.sent.denominator > 0 else { return 0 }
    let byOpens = chance(Metric.ackCoverage.rate(others), ofNoneIn: devices.opened.denominator)
    let bySends = isRipe ? chance(Metric.ackRate.rate(others), ofNoneIn: devices.sent.denominator) : 1
    return min(byOpens, bySends)
  }

  /// The chance that none of `count` is acked when each is with at least the rate's lower end; 1 without data.
  static func chance(_ rate: Rate, ofNoneIn count: Int) -> Double {
    guard let low = rate.interval?.lowerBound else { return 1 }
    return Chance.ofNone(in: count, share: low)
  }
}

extension AppBuilds {
  /// A silent group, and the chance of its silence.
  struct SilentGroup {
    var group: BuildGroup
    var counts: Counts
    /// All other deliveries of the app.
    var others: Counts
    var chance: Double
    /// Whether to name it: what is left of it without the groups named before is silent beyond chance, too.
    var isNamed: Bool
  }

  /// Every group whose silence would be beyond chance, silent or not; those that are not have the chance 1.
  ///
  /// Groups too small for that are left out. The number of sends decides that and not what is seen, so it is no choice
  /// that has to be paid for: R. E. Tarone, "A modified Bonferroni method for discrete data", Biometrics 46 (1990).
  ///
  /// Groups overlap: a silent version is silent on each OS version. So the largest is named, and a further one only for
  /// what is left of it.
  ///
  /// - Parameters:
  ///   - devices: as in `DeviceFacts.systems`; a few devices with many pushes are no proof against a build.
  ///   - unanswered: as in `Evidence`; a message that nobody acked says nothing about a build.
  func silentGroups(
    limits: Evidence.Limits, isRipe: Bool, devices: [CohortKey: FirstPushes] = [:],
    besides unanswered: CohortCells = []
  ) -> [SilentGroup] {
    func key(_ place: Int) -> CohortKey {
      let cell = cells[place]
      return CohortKey(day: 0, appKey: appKey, parts: [cell.appVersion, cell.osVersion])
    }
    let untelling = unanswered.series(of: appKey).reduce(into: [CohortKey: Int]()) { sends, series in
      sends[CohortKey(day: 0, appKey: appKey, parts: series.parts)] =
        unanswered.sum(.ackEligible, series.places)
    }
    /// The sum of some cells, without the sends that tell nothing.
    func telling(_ group: [Int]) -> Counts {
      var counts = counts(group)
      if !untelling.isEmpty {
        let sends = group.reduce(0) { $0 + untelling[key($1), default: 0] }
        counts[.ackEligible] = max(0, counts[.ackEligible] - sends)
      }
      return counts
    }
    func firsts(_ group: [Int]) -> FirstPushes {
      group.reduce(into: FirstPushes()) { sum, place in
        if let first = devices[key(place)] { sum.add(first) }
      }
    }
    func chance(_ group: [Int], amongLike others: Counts) -> Double {
      let counts = telling(group)
      return max(
        Silence.chance(of: counts, amongLike: others, isRipe: isRipe),
        Silence.chance(of: firsts(group).atMost(counts[.ackEligible]), amongLike: others, isRipe: isRipe))
    }
    let versions = places.mapValues { counts($0) }
    /// The same, of a version on some OS versions also among its others: one that loses nine acks of ten everywhere gets
    /// none on some of them by chance.
    func chance(of group: BuildGroup, _ left: [Int], amongLike others: Counts) -> Double {
      let chance = chance(left, amongLike: others)
      guard let version = group.scope[.appVersion], group.kind != .version else { return chance }
      var rest = versions[version] ?? Counts()
      rest.subtract(counts(group.cells))
      guard rest[.ackEligible] > 0, !rest.isSilent else { return chance }
      return max(chance, Silence.chance(of: telling(left), amongLike: rest, isRipe: isRipe))
    }
    func isTelling(_ group: [Int], amongLike others: Counts) -> Bool {
      let counts = telling(group)
      return counts[.eligibleOpened] > 0
        || Silence.isTelling(
          unopened: counts[.ackEligible], devices: firsts(group).atMost(counts[.ackEligible]),
          amongLike: others, minimumSends: limits.minimumSends)
    }
    var found: [SilentGroup] = []
    for group in BuildGroup.all(self) {
      let counts = counts(group.cells)
      let others = rest(counts)
      // It is the least that the chance can be, and most groups are too small even for that.
      let least = Silence.chance(of: counts, amongLike: others, isRipe: isRipe)
      guard min(1, least * Double(group.choices)) < limits.chance else { continue }
      let chance = min(1, chance(of: group, group.cells, amongLike: others) * Double(group.choices))
      guard chance < limits.chance else { continue }
      let isSilent = counts.isSilent && isTelling(group.cells, amongLike: others)
      found.append(
        SilentGroup(
          group: group, counts: counts, others: others, chance: isSilent ? chance : 1, isNamed: isSilent))
    }
    found = Self.largestFirst(found.filter(\.isNamed)) + found.filter { !$0.isNamed }
    var named: Set<Int> = []
    for place in found.indices where found[place].isNamed {
      let left = found[place].group.cells.filter { !named.contains($0) }
      let others = found[place].others
      found[place].isNamed =
        isTelling(left, amongLike: others)
        && chance(of: found[place].group, left, amongLike: others) < limits.chance
      if found[place].isNamed { named.formUnion(found[place].group.cells) }
    }
    return found
  }

  private static func largestFirst(_ groups: [SilentGroup]) -> [SilentGroup] {
    // With each name made once: thousands of groups may be of one size.
    let names = groups.map(\.group.scope.text)
    return groups.indices.sorted { one, other in
      let (size, otherSize) = (groups[one].counts[.ackEligible], groups[other].counts[.ackEligible])
      if size != otherSize { return size > otherSize }
      let (kind, otherKind) = (groups[one].group.kind, groups[other].group.kind)
      if kind != otherKind { return kind.rawValue < otherKind.rawValue }
      return names[one].precedesInBytes(names[other])
    }
    .map { groups[$0] }
  }

  /// The app's counters without some of its cells.
  func rest(_ counts: Counts) -> Counts {
    var rest = total
    rest.subtract(counts)
    return rest
  }
}
