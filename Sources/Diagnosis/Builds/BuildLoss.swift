import ReceiptModel

/// The acks of a build beside those of the app's other builds in the same days on the same networks, and beside those of
/// the same devices before they moved to it.
struct BuildLoss: Sendable {
  /// What tells of the loss.
  enum Basis: Sendable {
    /// Pushes that were opened, and so did arrive.
    case opened
    /// The same devices before.
    case moved
    /// The newest version beside the others in the same hours.
    case newest
    /// Sends alone. How many are acked depends on devices, too: those of an old build may be off more often.
    case sent
  }

  /// Shares of the build and of its peers with the same mix of networks.
  typealias Pair = (one: Double, other: Double)

  var appKey: String
  var version: String
  var eligible = 0
  var acked = 0
  var devices = 0
  /// The build's part of the app's ack-eligible sends.
  var weight = 0.0
  /// Acks of opened pushes, which surely arrived; `nil` without opens of both.
  var coverage: Pair?
  /// Acks of sent pushes; `nil` while receipts may still be on their way.
  var ackRate: Pair?
  /// Prompt acks of devices that moved to the build, and what they would ack if they did as before; likewise, and `nil`
  /// where there are too few.
  private(set) var moved: Pair?
  /// Acks of the newest version and of the others in the same hours, and `nil` for any other version.
  private(set) var newest: Pair?
  /// The chance of so few acks of the build, or fewer, if they are as many as its peers'.
  ///
  /// By pushes, or by one push for each device where that is larger: see `FirstPushes`.
  var chance = 1.0
  var traces: TimeTraces
  /// The networks on which acks of the build are missing; `nil` while receipts may still be on their way, and where
  /// there are too few to compare.
  var fall: NetworkFall?

  /// The build against what it is compared with.
  var share: Pair? {
    switch basis {
    case .opened: coverage
    case .moved: moved
    case .newest: newest
    case .sent: ackRate ?? coverage
    }
  }
  /// The observed rate behind `share`.
  var observed: Rate
  /// Whether the build acks nothing any more, as `extension_silent` says: what is lost since then needs no other cause.
  var isStopped = false
  /// Whether it is a version that people move to.
  var isNew = false
  private(set) var basis = Basis.sent
  /// Whether so many pushes were opened that the loss of their acks says something by itself.
  private(set) var hasManyOpens = false

  /// The share of pushes that lost their ack.
  var lost: Double { share.map { $0.other - $0.one } ?? 0 }

  /// Every build that has acks and peers, by AppKey and version.
  static func all(_ evidence: Evidence) -> [BuildLoss] {
    let apps = Dictionary(grouping: evidence.devices.slices) {
      CohortKey(day: 0, appKey: $0.appKey, parts: [])
    }
    return apps.keys.sorted().flatMap { app in losses(apps[app] ?? [], evidence) }
  }

  private static func losses(_ slices: [DeviceSlice], _ evidence: Evidence) -> [BuildLoss] {
    // Deliveries without a version are mostly those that no device ever answered: they say nothing of a build. A build
    // without any ack is another rule's, and no peer.
    let builds = Dictionary(grouping: slices.filter { !$0.appVersion.isEmpty }) {
      CohortKey(day: 0, appKey: $0.appKey, parts: [$0.appVersion])
    }
    .filter { $0.value.contains { $0.acked > 0 } }.flatMap(\.value)
    let all = builds.reduce(0) { $0 + $1.eligible }
    let versions = NetworkStrata.each(of: builds, by: \.appVersion)
      .filter { $0.strata.own.eligible >= evidence.limits.minimumSends }
    let newest = versions.map { VersionNumber($0.part) }.max()?.text
    return versions.map { version, strata in
      BuildLoss(builds[0].appKey, version, strata, of: all, isNewest: version == newest, evidence)
    }
  }

  private init(
    _ appKey: String, _ version: String, _ strata: NetworkStrata, of all: Int, isNewest: Bool,
    _ evidence: Evidence
  ) {
    (self.appKey, self.version) = (appKey, version)
    let own = strata.own
    (eligible, acked) = (own.eligible, own.acked)
    devices = evidence.devices(of: appKey, version: version) ?? 0
    weight = Rate(eligible, of: all).value ?? 0
    traces = TimeTraces(strata, evidence)

    let opened = strata.pairs { Rate($0.openedAcked, of: $0.opened) }
    coverage = Standardisation.direct(opened)
    let byOpens = max(Chance.ofLower(opened), Chance.ofLower(strata.pairs(\.firsts.opened)))
    hasManyOpens = Standardisation.sum(of: opened).isLargeEnough
    var bySends = 1.0
    if evidence.isRipe {
      let sent = strata.pairs(\.acks)
      ackRate = Standardisation.direct(sent)
      bySends = max(
        Standardisation.chanceOfLower(sent), Standardisation.chanceOfLower(strata.pairs(\.firsts.sent)))
    }
    if evidence.isRipe { fall = NetworkFall(strata.strata, evidence) }
    let moves = evidence.isRipe ? Moves(appKey, version, evidence.devices) : nil
    moved = moves?.pair
    let inHours = isNewest && evidence.isRipe ? NewestVersion(appKey, version, evidence) : nil
    newest = inHours?.pair
    let tests = 2.0 + (moves == nil ? 0 : 1) + (inHours == nil ? 0 : 1)
    chance = min(1, tests * min(byOpens, bySends, moves?.chance ?? 1, inHours?.chance ?? 1))
    // Acks that come late are a sign of their own that they are lost, too.
    let limit = traces.isLater ? Self.chanceBesideLateAcks : evidence.limits.chance
    if traces.isLater, chance < limit { chance = Chance.ofBoth(chance, traces.chanceOfLater) }
    if tests * byOpens < limit {
      basis = .opened
    } else if let most = Self.lossAtMost(coverage, own, strata.peers), most < evidence.limits.lostAcks {
      // No acks are missing of the pushes that surely arrived, so where fewer are acked, fewer arrived.
      (basis, chance) = (.opened, byOpens)
    } else if let moves, tests * moves.chance < limit {
      basis = .moved
    } else if let moves, moves.lostAtMost < evidence.limits.lostAcks {
      // The same people acked as few before.
      (basis, chance) = (.moved, moves.chance)
    } else if let inHours, tests * inHours.chance < limit {
      basis = .newest
    }
    let opens = Rate(own.openedAcked, of: own.opened)
    observed =
      switch basis {
      case .opened: opens
      case .moved: moves?.observed ?? own.acks
      case .newest: inHours?.observed ?? own.acks
      case .sent: evidence.isRipe ? own.acks : opens
      }
  }

  /// How sure a loss has to be where later tries are surely more.
  private static let chanceBesideLateAcks = 0.05

  /// The devices that moved to a build, before and after that.
  private struct Moves {
    var observed: Rate
    var pair: Pair
    /// Of so few acks, or fewer, if they are as before.
    var chance: Double
    /// The upper end of the 95 % interval of the loss, as a share of what is to be expected.
    var lostAtMost: Double

    /// - Returns: `nil` where nothing can be compared.
    init?(_ appKey: String, _ version: String, _ devices: DeviceFacts) {
      guard let (move, trend) = devices.move(appKey, version), let rates = move.acks.rates,
        let share = move.after.value, rates.after > 0, rates.before > 0
      else { return nil }
      observed = move.after
      pair = (share, min(1, share * rates.before * trend.factor / rates.after))
      chance = move.acks.chanceOfLower(than: trend)
      lostAtMost = move.acks.fallAtMost(than: trend) / (rates.before * trend.factor)
    }
  }

  /// The upper end of the 95 % interval of the difference of both coverages; `nil` with fewer than 50 opens of a side.
  private static func lossAtMost(_ coverage: Pair?, _ own: NetworkStrata.Sum, _ peers: NetworkStrata.Sum)
    -> Double?
  {
    guard let coverage, min(own.opened, peers.opened) >= 50 else { return nil }
    let variance =
      coverage.one * (1 - coverage.one) / Double(own.opened)
      + coverage.other * (1 - coverage.other) / Double(peers.opened)
    return coverage.other - coverage.one + 1.96 * variance.squareRoot()
  }
}
