import Prose
import ReceiptModel

extension Rule {
  /// Devices answer a push under an AppKey that never sent it.
  ///
  /// This is proved, not guessed: the same message and device have a send under one AppKey and an ack or open under
  /// another. One such answer is a warning, since a single test device can cause it; one in a hundred of the sender's
  /// deliveries are more than that, unless all come from one device, and so are ten from builds that answer so more
  /// than others do.
  package static let appKeyMismatch = Rule(.appKeyMismatch) { evidence in
    let all = ForeignAnswers.all(evidence)
    return all.map { answers in
      let sent = evidence.counts(of: answers.sender)[.sent]
      let rate = Rate(min(answers.deliveries, sent), of: sent)
      let isOnlyKey = all.count { $0.sender == answers.sender } == 1
      let isSpread = answers.areSpread(evidence)
      let since = since(answers, isOnlyKey: isOnlyKey, evidence)
      var finding = Finding(
        .appKeyMismatch, severity(answers, rate, isSpread: isSpread, evidence.limits), appKey: answers.sender,
        scope: scope(answers, evidence), since: since, deliveries: answers.deliveries,
        devices: answers.devices, observed: rate.value, expected: 0,
        interval: rate.interval, cause: isSpread ? spreadCause(answers) : cause(answers, evidence),
        rivals: isSpread ? spreadRivals : rivals(answers),
        nextStep: isSpread ? spreadNextStep : nextStep(answers), rows: "app-key-mismatches")
      finding.sinceIsFirstJudged = since == answers.firstAt
      return finding
    }
  }

  private static func severity(
    _ answers: ForeignAnswers, _ rate: Rate, isSpread: Bool, _ limits: Evidence.Limits
  ) -> Severity {
    let isMuch =
      (!isSpread && answers.deliveries >= limits.mismatches)
      || (rate.value.map { $0 >= limits.mismatchShare } ?? false)
    return isMuch && answers.devices != 1 ? .critical : .warning
  }

  private static func scope(_ answers: ForeignAnswers, _ evidence: Evidence) -> FindingScope {
    let scope = FindingScope.of(.answersUnder, answers.foreignKey)
    return answers.version(evidence).map { scope.and(.appVersion, $0) } ?? scope
  }

  /// The first answer, or the first hour of the days from which on there were some, where that is earlier than the judged days.
  ///
  /// The days count a sender's answers under all foreign keys together, so they tell only of a sender with one of them.
  private static func since(_ answers: ForeignAnswers, isOnlyKey: Bool, _ evidence: Evidence) -> Instant? {
    let byDay = evidence.since(.mismatch, of: answers.sender)
    guard let firstAt = answers.firstAt else { return byDay }
    guard isOnlyKey, let byDay, let start = evidence.scope.days.first?.start, byDay.milliseconds < start
    else { return firstAt }
    return byDay
  }

  private static func cause(_ answers: ForeignAnswers, _ evidence: Evidence) -> Phrase {
    let cause: Phrase =
      evidence.appKeys.contains(answers.foreignKey)
      ? """
      an app or extension build that is configured with AppKey \(answers.foreignKey), which sends pushes of its own
      """
      : "an app or extension build that is configured with AppKey \(answers.foreignKey)"
    guard answers.firstAt != nil else {
      return answers.builds.first.map { "\(cause), mostly app_version \($0.version)" } ?? cause
    }
    return answers.buildWords.isEmpty ? cause : "\(cause): \(answers.buildWords)"
  }

  private static let twoApps = Rival(
    "two apps of one vendor that share device ids", settledBy: "the AppKeys of both apps")

  private static func rivals(_ answers: ForeignAnswers) -> [Rival] {
    switch answers.devices {
    case 1?: return [Rival("a test device", settledBy: "whose device it is"), twoApps]
    case .some: return [twoApps]
    case nil:
      return [
        Rival(
          "a test build on production devices", settledBy: "how many devices and which versions answer"),
        twoApps,
      ]
    }
  }

  // Where all builds answer so, none is to blame.

  private static func spreadCause(_ answers: ForeignAnswers) -> Phrase {
    """
    what sends to these devices, or registers them, mixes up AppKeys: all builds answer under AppKey \
    \(answers.foreignKey) alike, \(answers.buildWords)
    """
  }

  private static let spreadRivals = [
    twoApps,
    Rival(
      "every build in use is configured with that AppKey",
      settledBy: "the extension target of the newest build"),
  ]

  private static let spreadNextStep: Phrase =
    "compare the AppKey that the backend sends with and the one that the app registers its devices with"

  private static func nextStep(_ answers: ForeignAnswers) -> Phrase {
    guard answers.firstAt != nil, let version = answers.builds.first?.version, !version.isEmpty else {
      return "compare AppKey and AppSecret in the app target and in the extension target of the newest build"
    }
    return """
      compare AppKey and AppSecret in the app target and in the extension target of app_version \(version)
      """
  }
}
