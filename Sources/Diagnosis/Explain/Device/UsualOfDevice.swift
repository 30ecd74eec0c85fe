import ReceiptModel

/// What other devices of the AppKey made of their pushes in the last days.
struct UsualOfDevice {
  let from: Instant?
  let to: Instant?
  /// By app version, without the device's own pushes.
  private let versions: [String: Counts]
  private let all: Counts
  /// The lowest of all versions' acks, by the lower ends of their intervals.
  private let leastShare: Double
  /// The device's own pushes in these days.
  let own: Counts

  init(_ usual: UsualAnswers?, without pushes: [DevicePushCase]) {
    (from, to) = (usual?.from, usual?.to)
    var (own, rest) = ([String: Counts](), usual?.versions ?? [:])
    for push in pushes {
      guard let usual, let sentAt = push.sentAt, sentAt >= usual.from, sentAt < usual.to else { continue }
      own[push.appVersion, default: Counts()].add(push.counts)
    }
    for (version, counts) in own {
      rest[version] = rest[version].map { all in
        UsualAnswers.counters.reduce(into: Counts()) { $0[$1] = max(0, all[$1] - counts[$1]) }
      }
    }
    versions = rest
    all = rest.values.reduce(into: Counts()) { $0.add($1) }
    leastShare = rest.values.compactMap(Self.surelyAcked).min() ?? 0
    self.own = own.values.reduce(into: Counts()) { $0.add($1) }
  }

  /// What devices of an app version made of theirs; of all versions where it is unknown or had no pushes.
  func counts(of version: String) -> (counts: Counts, isOfVersion: Bool) {
    if !version.isEmpty, let counts = versions[version], counts[.sent] > 0 { return (counts, true) }
    return (all, false)
  }

  func acks(of version: String) -> Rate {
    let counts = counts(of: version).counts
    return Rate(counts[.eligibleAcked], of: counts[.ackEligible])
  }

  /// The chance that none of some pushes is acked by a device like others.
  ///
  /// Each by the lower end of the interval of its build's rate, and where that is unknown by the lowest of all builds:
  /// so neither a further push nor an unknown build makes silence more telling than it is.
  func chance(ofNoAck pushes: [DevicePushCase]) -> Double {
    pushes.reduce(1) { chance, push in
      let version = push.appVersion.isEmpty ? nil : versions[push.appVersion]
      return chance * (1 - (version.flatMap(Self.surelyAcked) ?? leastShare))
    }
  }

  private static func surelyAcked(_ counts: Counts) -> Double? {
    Rate(counts[.eligibleAcked], of: counts[.ackEligible]).interval?.lowerBound
  }

  /// The acks of a build and of all others, where it has none and the others make that too unlikely.
  func silentBuild(_ version: String, _ limits: Evidence.Limits) -> (own: Rate, others: Rate)? {
    guard !version.isEmpty, let counts = versions[version] else { return nil }
    let own = Rate(counts[.eligibleAcked], of: counts[.ackEligible])
    let others = Rate(
      all[.eligibleAcked] - own.numerator, of: all[.ackEligible] - own.denominator)
    guard own.denominator > 0, own.numerator == 0,
      Chance.ofLower((0, own.denominator), than: (others.numerator, others.denominator)) <= limits.chance
    else { return nil }
    return (own, others)
  }
}

extension DevicePushCase {
  /// What a sent push adds to the sums.
  fileprivate var counts: Counts {
    var counts = Counts()
    counts[.sent] = 1
    counts[.opened] = delivery.story.has(.opened) ? 1 : 0
    guard delivery.traits.isAckEligible else { return counts }
    counts[.ackEligible] = 1
    counts[.eligibleAcked] = delivery.story.has(.extAck) ? 1 : 0
    return counts
  }
}
