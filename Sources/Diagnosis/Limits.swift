extension Evidence {
  /// Where rules draw their lines; each can be set in the configuration under `limits`, by the name it has there.
  package struct Limits: Equatable, Sendable {
    /// How unlikely by chance a comparison must be to be a finding, over all comparisons of a check.
    package var chance = 0.001
    /// Sends below which nothing is judged.
    package var minimumSends = 100
    /// The share of refused lines from which on they are a warning.
    package var refusedShare = 0.01
    /// How old the newest event may be, milliseconds.
    package var staleAfter: Int64 = 24 * 3_600_000
    /// Answers under a foreign AppKey from which on a mismatch is critical.
    package var mismatches = 10
    /// The share of a sender's deliveries from which on a mismatch is critical.
    package var mismatchShare = 0.01
    /// The share of an AppKey's ack-eligible sends from which on what is wrong with a build is critical.
    package var buildShare = 0.05
    /// By which share of itself an ack rate must have fallen for the fall to matter.
    package var ackRateFall = 0.1
    /// Ack-eligible sends of a message below which its silence is not judged.
    package var messageSends = 20
    /// How far the acks of a build or a network must be below those of its peers to matter, as a share of its pushes.
    package var lostAcks = 0.05
    /// By how much the acks of some hours must fall to be an outage, as a share of what is usual.
    package var outageFall = 0.3
    /// The share of acks slower than 95 % of the usual ones from which on acks are slow.
    package var slowAcks = 0.1
    /// The share of acks above the extension SDK's own budget from which it is worth a finding.
    package var overBudget = 0.05
    /// How far a device's ack rate must fall after slow acks to matter.
    package var throttledFall = 0.1
    /// The share of ack-eligible sends replaced by later ones from which it is worth a finding.
    package var replacedShare = 0.01
    /// Unanswered pushes from which on a device may count as muted.
    package var mutedPushes = 10
    /// Muted devices of an AppKey below which nothing is said of them.
    package var mutedDevices = 5
    /// The share of muted devices from which it is worth a finding.
    package var mutedShare = 0.01
    /// By how much a message must differ from its neighbours before `explain` says so: of the expected acks, or of sends.
    package var messageDifference = 0.2
    /// By how much, as a share of an AppKey's pushes on a channel, failures must rise to be a finding.
    package var failureRise = 0.02
    /// The share of failures that is worth a note though it is as ever.
    package var failureShare = 0.05
    /// The share of failures from which on pushes count as being lost.
    package var failureLoss = 0.5
    /// The share of answers before their send from which on clocks are a warning.
    package var skewShare = 0.01
    /// The share of repeats of a kind that is worth a note.
    package var repeatShare = 0.01
    /// The part of a field's usual share of filled values below which it counts as vanished.
    package var fieldShare = 0.5
    /// Events that an hour must have had on each of the days before, for none to be news.
    package var quietEvents = 5
    /// Runs in the extensions' own log below which nothing is said of them.
    package var minimumRuns = 20
    /// The share of logged runs whose time ran out from which on it is a finding.
    package var expiredRuns = 0.01
    /// The share of logged runs with a failed attachment from which on it is a finding.
    package var failedAttachments = 0.01
    /// The share of what somebody else counted that the ledger may lack.
    package var exportGap = 0.01

    package init() {}
  }
}
