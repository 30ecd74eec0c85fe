import ReceiptModel

/// What the acks that did come say about the extension's time.
///
/// An extension that is given its time but gets no answer tries again after 6 and after 12 s: acks come later, some
/// come twice, and fewer come on slow networks. An extension whose handler was called too early ends with its first
/// request: no ack comes late or twice, and those of slow networks are hardly worse off. Both show only against the
/// peers.
struct TimeTraces: Sendable {
  enum Picture: Sendable {
    /// The extension's time ran out.
    case time
    /// Its handler was called before the request had ended.
    case early
    /// One of the two; the log does not say which.
    case either
    /// Acks are lost, but those that come are as late, as often repeated and as evenly spread as the peers'.
    case neither
  }

  /// Acks in the seconds of the second and third try, of those of all three.
  var late: BuildLoss.Pair?
  /// Deliveries that show a later try by either sign, of those acked in the seconds of all three.
  var traced: BuildLoss.Pair?
  /// Deliveries with an ack of a second try, of acked ones.
  var retried: BuildLoss.Pair?
  /// The trend of the ack rate against the peers' from fast networks to slow ones.
  var trend: RatioTrend?
  var picture = Picture.either
  private(set) var isLateMore = false
  private(set) var isRetriedMore = false
  /// The chance of so many later tries, or more, if there are as many as the peers'.
  private(set) var chanceOfLater = 1.0
  /// The chance of any sign of the time as clear as the clearest.
  private(set) var chanceOfSigns = 1.0
  private(set) var isWorseOnSlowNetworks = false
  private(set) var isTracedLess = false
  /// Whether there are at most half as many later tries as the peers', be it by chance.
  private(set) var isFewer = false
  /// Whether there are surely more later tries than the peers'.
  var isLater: Bool { isLateMore || isRetriedMore }
  /// Whether one of the causes is at least hinted at: fewer later tries than the peers' have, or fewer acks on slow
  /// networks, with a chance below `hint`.
  private(set) var isHinted = false
  /// Whether the early handler is likelier than the time, where `picture` is `either`.
  private(set) var leansEarly = false

  /// The chance below which a sign is a hint.
  ///
  /// It decides no finding: those rest on the loss, which is sure. Of losses with another cause one in fifty shows such
  /// a hint by chance.
  private static let hint = 0.02
  /// The chance below which a sign of the time is sure, as a share of that of a finding: three signs of every build are
  /// looked at each day, and an old build whose people seldom ack is taken for lost acks with any of them.
  private static let sure = 0.1

  init(_ strata: NetworkStrata, _ evidence: Evidence) {
    let inTime = strata.pairs { sum in
      Rate(sum.seconds.firstTry, of: sum.seconds.firstTry + sum.seconds.laterTries)
    }
    let once = strata.pairs { Rate($0.acked - $0.retried, of: $0.acked) }
    late = Standardisation.direct(inTime).map { (1 - $0.one, 1 - $0.other) }
    retried = Standardisation.direct(once).map { (1 - $0.one, 1 - $0.other) }
    trend = Self.trend(strata, evidence)
    let chance = evidence.limits.chance
    let (byLate, byRetried) = (Chance.ofLower(inTime), Chance.ofLower(once))
    let sure = chance * Self.sure
    isLateMore = Self.isMore(late) && byLate < sure
    isRetriedMore = Self.isMore(retried) && byRetried < sure
    // As many times as tests were made.
    chanceOfLater = min(1, 2 * min(byLate, byRetried))
    chanceOfSigns = min(1, 3 * min(byLate, byRetried, trend?.chanceOfFall ?? 1))
    if let trend {
      isWorseOnSlowNetworks = trend.chanceOfFall < sure && trend.ratios.highest < 0.9 * trend.ratios.lowest
    }
    let plain = strata.pairs { sum in
      let acks = sum.seconds.firstTry + sum.seconds.laterTries
      return Rate(acks - sum.laterTries, of: acks)
    }
    traced = Standardisation.direct(plain).map { (1 - $0.one, 1 - $0.other) }
    guard let traced else { return }
    let swapped = plain.map { Standardisation.Stratum($0.other, $0.one) }
    let chanceOfFewer = Chance.ofLower(swapped)
    isFewer = traced.one <= traced.other / 2
    isTracedLess = isFewer && chanceOfFewer < chance
    let chanceOfSlow = trend.map { $0.ratios.highest < 0.9 * $0.ratios.lowest ? $0.chanceOfFall : 1 } ?? 1
    isHinted = (isFewer && chanceOfFewer < Self.hint) || chanceOfSlow < Self.hint
    leansEarly = isFewer && chanceOfFewer <= chanceOfSlow
    let acks = strata.own.seconds.firstTry + strata.own.seconds.laterTries
    // Seeing none where eight are expected has the chance 0.0003; and were it time, slow networks would at least hint
    // at it, and clearly so where there are many acks.
    let expected = Double(acks) * traced.other
    let isTold =
      expected >= 8 && !isFewer
      && (trend.map { $0.chanceOfFall > (expected >= 40 ? 0.005 : 0.05) }
        ?? Self.areNotMore(strata.own.laterTries, of: acks, traced))
    picture =
      switch (isLater, isWorseOnSlowNetworks, isTracedLess) {
      case (true, _, _), (_, true, false): .time
      case (_, false, true): .early
      case (_, true, true): .either
      case (_, false, false): isTold ? .neither : .either
      }
  }

  /// How acks fall with slowness; `nil` where no network is surely slower than another.
  private static func trend(_ strata: NetworkStrata, _ evidence: Evidence) -> RatioTrend? {
    let networks = strata.strata.filter { !$0.name.isEmpty }.compactMap { stratum in
      let seconds = stratum.peers.seconds
      let later = Rate(seconds.laterTries, of: seconds.firstTry + seconds.laterTries)
      return later.value.map { (stratum, later: later, slowness: $0) }
    }
    guard let fast = networks.min(by: { $0.slowness < $1.slowness })?.later,
      let slow = networks.max(by: { $0.slowness < $1.slowness })?.later
    else { return nil }
    let pairs = Double(networks.count * (networks.count - 1) / 2)
    let chance = Chance.ofLower((fast.numerator, fast.denominator), than: (slow.numerator, slow.denominator))
    guard chance * pairs < evidence.limits.chance else { return nil }
    // A muted device acks none of its pushes, whatever its network is, so devices tell.
    let pushes = strata.peers.shares.pushesOfDevice
    return RatioTrend(
      networks.map { stratum, _, slowness in
        evidence.isRipe
          ? .init(slowness, stratum.own.independentAcks(pushes), stratum.peers.independentAcks(pushes))
          : .init(
            slowness, Rate(stratum.own.openedAcked, of: stratum.own.opened),
            Rate(stratum.peers.openedAcked, of: stratum.peers.opened))
      })
  }

  /// Whether later tries are surely not more than the peers' by as much as `isMore` wants.
  private static func areNotMore(_ count: Int, of acks: Int, _ traced: BuildLoss.Pair) -> Bool {
    Chance.ofAtMost(count, of: acks, share: min(1, more * traced.other)) < hint
  }

  private static let more = 1.5

  /// Half as much again as the peers', and two in a hundred more.
  private static func isMore(_ pair: BuildLoss.Pair?) -> Bool {
    pair.map { $0.one >= more * $0.other && $0.one >= $0.other + 0.02 } ?? false
  }
}
