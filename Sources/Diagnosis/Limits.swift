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
    /// By how much a message must differ from its neighbours before `explain` says so: of the expected acks, or of sends.
    package var messageDifference = 0.2

    package init() {}
  }
}
