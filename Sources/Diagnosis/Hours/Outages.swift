import ReceiptModel

/// The stretches of hours in which acks fell, of single AppKeys and of several, and what explains them.
struct Outages {
  /// One of a single AppKey, and whether others of its messages and other AppKeys have it, too.
  struct OfAppKey {
    var acks: LowAcks
    var messages: SoleCause.Answer?
    var others: SoleCause.Answer
    var isExplained: Bool
  }

  private(set) var ofAppKeys: [OfAppKey] = []
  private(set) var common: [CommonOutage] = []
  /// Those that no common one has hours of.
  private(set) var pauses: [AckPause] = []
  /// How usual it is that a campaign is not acked at all.
  let unanswered: UnansweredHours
  /// The hours of what `ack_outage` reports when it is asked alone.
  private(set) var told: [LowHours] = []

  init(_ evidence: Evidence) {
    let usual: [UnansweredHours.App] = AckHour.byApp(evidence).compactMap { appKey, hours in
      UsualAcks(hours, minimum: evidence.limits.minimumSends).map { (appKey, hours, $0) }
    }
    unanswered = UnansweredHours(usual)
    common = CommonOutage.all(usual, unanswered, asOf: evidence.scope.asOf)
    let limit = evidence.limits.chance
    pauses = AckPause.all(usual, evidence).filter { pause in
      !common.contains { $0.chance < limit && $0.start < pause.end && pause.start < $0.end }
    }
    for app in usual {
      for var acks in LowAcks.all(app.appKey, app.hours, evidence) {
        acks.addCampaigns(of: app, unanswered)
        let message = SoleCause.message(acks, unanswered, evidence)
        let others = SoleCause.appKey(acks, usual, unanswered, evidence)
        // Where one or two messages were nearly all that was sent, only other AppKeys can tell; without them
        // `message_silent` is the rule that has something to say.
        let isExplained =
          !acks.standsOut || message == .one
          || (message == .unknown && others != .many)
          || SoleCause.build(acks, evidence) == .one || SoleCause.system(acks, evidence) == .one
        add(OfAppKey(acks: acks, messages: message, others: others, isExplained: isExplained), evidence)
      }
    }
    told =
      common.filter { $0.chance < limit }.flatMap(\.parts)
      + pauses.filter { $0.chance < limit }.flatMap(\.parts)
      + ofAppKeys.filter { !$0.isExplained && $0.acks.chance < limit }.map { outage in
        LowHours(
          appKey: outage.acks.appKey, start: outage.acks.start, end: outage.acks.end, hits: outage.acks.hits,
          count: outage.acks.count)
      }
  }

  /// Adds one; what a common outage or a pause of all acks tells, is not told again of its AppKeys, which can make it only
  /// surer.
  private mutating func add(_ outage: OfAppKey, _ evidence: Evidence) {
    var outage = outage
    func tell(by chance: inout Double) {
      guard chance < evidence.limits.chance else { return }
      if !outage.isExplained { chance = min(chance, outage.acks.chance) }
      outage.isExplained = true
    }
    for place in common.indices where common[place].holds(outage.acks) { tell(by: &common[place].chance) }
    for place in pauses.indices where pauses[place].holds(outage.acks) { tell(by: &pauses[place].chance) }
    ofAppKeys.append(outage)
  }
}

extension AckPause {
  /// Whether an outage of one AppKey is a part of this pause: they share hours.
  fileprivate func holds(_ acks: LowAcks) -> Bool { acks.start < end && start < acks.end }
}

extension CommonOutage {
  /// Whether an outage of one AppKey is a part of this one: they share hours.
  fileprivate func holds(_ acks: LowAcks) -> Bool {
    acks.start < end && start < acks.end && parts.contains { $0.appKey.hasSameBytes(as: acks.appKey) }
  }
}
