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

    package init() {}
  }
}
