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
  private let evidence: Evidence

  init(of appKey: String, _ evidence: Evidence) {
    self.evidence = evidence
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
  }

  /// The chance of so many, if they are silent pushes as often as those of the days before.
  var chance: Double {
    evidence.comparisons.outages.unanswered.chance(ofAtLeast: unanswered, of: campaigns)
  }

  /// Whether there are some, and so many may be silent pushes.
  var areUsual: Bool { unanswered > 0 && chance >= 0.01 }
}
