import ReceiptModel

extension Evidence {
  /// Where rules draw their lines: what each is compared with stands in `settings`, by the name that it has here and in
  /// the configuration.
  package struct Limits: Equatable, Sendable {
    package var chance = 0.001
    package var minimumSends = 100
    package var refusedShare = 0.01
    /// Milliseconds.
    package var staleAfter: Int64 = 24 * 3_600_000
    package var mismatches = 10
    package var mismatchShare = 0.01
    package var buildShare = 0.05
    package var ackRateFall = 0.1
    package var messageSends = 20
    package var lostAcks = 0.05
    package var outageFall = 0.5
    package var slowAcks = 0.1
    package var overBudget = 0.05
    package var throttledFall = 0.1
    package var replacedShare = 0.01
    package var mutedPushes = 10
    package var mutedDevices = 5
    package var mutedShare = 0.01
    package var messageDifference = 0.2
    package var failureRise = 0.02
    package var failureShare = 0.05
    package var failureLoss = 0.5
    package var arrivalFall = 0.3
    package var skewShare = 0.01
    package var repeatShare = 0.01
    package var fieldShare = 0.5
    package var quietEvents = 5
    package var minimumRuns = 20
    package var expiredRuns = 0.01
    package var failedAttachments = 0.01
    package var exportGap = 0.01

    package init() {}

    /// How many deliveries make a message stand for itself where there are very many.
    package var ownMessage: Int { max(1, min(messageSends, SoleCause.enough)) }
  }
}

extension Evidence.Limits {
  /// Every limit, in the order in which they are shown.
  package static let settings: [LimitSetting] = [
    LimitSetting(
      "chance", .share(\.chance),
      "how unlikely by chance a comparison must be to become a finding, over all comparisons of a check"),
    LimitSetting(
      "minimumSends", .count(\.minimumSends),
      "sends below which nothing is judged; unless set, the setting `minimumSends`", unlessSet: .minimumSends),
    LimitSetting(
      "refusedShare", .share(\.refusedShare),
      "share of refused lines from which they are a warning; unless set, the setting `maxRejects`",
      unlessSet: .maxRejects),
    LimitSetting(
      "staleAfter", .duration(\.staleAfter),
      "how old the newest event may be"),
    LimitSetting(
      "mismatches", .count(\.mismatches),
      "answers under a foreign AppKey from which a mismatch is critical"),
    LimitSetting(
      "mismatchShare", .share(\.mismatchShare),
      "share of a sender's deliveries from which a mismatch is critical"),
    LimitSetting(
      "buildShare", .share(\.buildShare),
      "share of an AppKey's ack-eligible sends from which a fault of a build is critical"),
    LimitSetting(
      "ackRateFall", .share(\.ackRateFall),
      "the share of itself by which an ack rate must have fallen for the fall to matter"),
    LimitSetting(
      "messageSends", .count(\.messageSends),
      "ack-eligible sends of a message below which its silence is not judged"),
    LimitSetting(
      "lostAcks", .share(\.lostAcks),
      """
      how far the acks of a build or a network must be below those of its peers to matter, as a share of its pushes; of \
      opened pushes, and of devices that moved to the build, as a share of the acks to be expected
      """),
    LimitSetting(
      "outageFall", .share(\.outageFall),
      "by how much the acks of some hours must fall to be an outage, as a share of what is usual"),
    LimitSetting(
      "slowAcks", .share(\.slowAcks),
      "the share of acks slower than 95 % of the usual ones from which acks are slow"),
    LimitSetting(
      "overBudget", .share(\.overBudget),
      "the share of acks above the extension SDK's own budget from which it is worth a finding"),
    LimitSetting(
      "throttledFall", .share(\.throttledFall),
      "how far a device's ack rate must fall after slow acks to matter"),
    LimitSetting(
      "replacedShare", .share(\.replacedShare),
      "the share of ack-eligible sends replaced by later ones from which it is worth a finding"),
    LimitSetting(
      "mutedPushes", .count(\.mutedPushes),
      "unanswered pushes from which a device may count as muted"),
    LimitSetting(
      "mutedDevices", .count(\.mutedDevices),
      "muted devices of an AppKey below which nothing is said about them"),
    LimitSetting(
      "mutedShare", .share(\.mutedShare),
      "the share of muted devices from which it is worth a finding"),
    LimitSetting(
      "messageDifference", .share(\.messageDifference),
      "by how much a message must differ from its neighbours before `explain` says so: of the expected acks, or of sends"
    ),
    LimitSetting(
      "failureRise", .share(\.failureRise),
      "by how much, as a share of an AppKey's pushes on a channel, failures must rise to be a finding"),
    LimitSetting(
      "failureShare", .share(\.failureShare),
      "the share of failures that is worth a note even if it has not changed"),
    LimitSetting(
      "failureLoss", .share(\.failureLoss),
      "the share of failures from which pushes count as being lost"),
    LimitSetting(
      "arrivalFall", .share(\.arrivalFall),
      "by how much the arrivals of a channel must fall, as a share of what is usual"),
    LimitSetting(
      "skewShare", .share(\.skewShare),
      "the share of answers before their send from which clocks are a warning"),
    LimitSetting(
      "repeatShare", .share(\.repeatShare),
      "the share of repeats of a kind that is worth a note"),
    LimitSetting(
      "fieldShare", .share(\.fieldShare),
      "the part of a field's usual share of filled values below which it counts as vanished"),
    LimitSetting(
      "quietEvents", .count(\.quietEvents),
      "events that an hour must have had on each of the days before for an empty hour to matter"),
    LimitSetting(
      "minimumRuns", .count(\.minimumRuns),
      "runs in the extensions' own log below which nothing is said about them"),
    LimitSetting(
      "expiredRuns", .share(\.expiredRuns),
      "the share of logged runs whose time ran out from which it is a finding"),
    LimitSetting(
      "failedAttachments", .share(\.failedAttachments),
      "the share of logged runs with a failed attachment from which it is a finding"),
    LimitSetting(
      "exportGap", .share(\.exportGap),
      "the share of what somebody else counted that the ledger may lack"),
  ]
}
