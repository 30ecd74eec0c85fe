import ReceiptModel

/// The campaigns of an AppKey in the judged days that not one device acked.
struct UnansweredCampaigns {
  /// Messages with enough ack-eligible sends to stand for themselves.
  private(set) var campaigns = 0
  private(set) var unanswered = 0
  /// Ack-eligible sends of those that nobody acked.
  private(set) var sends = 0
  /// Those of the ones that nobody opened either, as nobody opens silent pushes.
  private(set) var unopenedSends = 0
  private let usual: UnansweredHours
  private let limit: Double
  /// How many of the pushes that nobody opened usually are.
  private let missingOpens: Double

  init(of appKey: String, _ evidence: Evidence) {
    usual = evidence.comparisons.outages.unanswered
    limit = evidence.limits.chance
    let cells = evidence.messages.cells
    for place in cells.places(of: appKey) {
      let counts = cells.counts(at: place)
      guard counts[.ackEligible] >= SoleCause.enough else { continue }
      campaigns += 1
      if counts.isSilent {
        unanswered += 1
        sends += counts[.ackEligible]
        if counts[.opened] == 0 { unopenedSends += counts[.ackEligible] }
      }
    }
    let past = evidence.comparisons.past(of: appKey)?.total ?? Counts()
    missingOpens = Double(unopenedSends) * (Rate(past[.eligibleOpened], of: past[.ackEligible]).value ?? 0)
  }

  /// The chance of so many, if they are silent pushes as often as those of the days before, and follow each other as often.
  var chance: Double {
    let apart = usual.chance(ofAtLeast: unanswered, of: campaigns)
    return unanswered == campaigns ? max(apart, usual.chance(ofRun: unanswered)) : apart
  }

  /// Whether there are some, and so many may be silent pushes; rather so where people would have opened some of them.
  var areUsual: Bool {
    let areUnopened = unopenedSends == sends && missingOpens >= 5
    return unanswered > 0 && chance >= (areUnopened ? limit : 0.01)
  }

  /// Whether those that nobody opened may be silent pushes: people open others.
  var mayBeUnopened: Bool { missingOpens > 0 }
}
