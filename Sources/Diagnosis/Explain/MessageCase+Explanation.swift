import Prose
import ReceiptModel

extension MessageCase {
  var explanation: MessageExplanation {
    let (verdict, subject) = (verdict, subject)
    return MessageExplanation(
      story: story, verdict: verdict, grounds: grounds(for: verdict), rivals: rivals(of: verdict),
      nextStep: nextStep(for: verdict), rates: rates, builds: buildsBeside,
      subject: subject, findings: subject.map(settings.findings(concerning:)))
  }

  private var rates: [RateAgainstOthers] {
    func beside(_ name: Phrase, _ rate: (Counts) -> Rate) -> RateAgainstOthers {
      RateAgainstOthers(name: name, own: rate(counts), others: others.map(rate))
    }
    // A kind that no log of the AppKey tells is not measured, which is not 0.
    func told(_ name: Phrase, _ count: Count) -> [RateAgainstOthers] {
      let rate = beside(name, { Rate($0[count], of: $0[.sent]) })
      return rate.own.numerator > 0 || (rate.others?.numerator ?? 0) > 0 ? [rate] : []
    }
    return told("accepted", .accepted) + [beside("sent", Metric.sendSuccessRate.rate)]
      + told("arrived", .arrived) + [
        beside("confirmed by the device", Metric.confirmedRate.rate),
        beside("acked", Metric.ackRate.rate),
        beside("opened", Metric.openRateSent.rate),
      ] + told("dismissed", .dismissed) + [beside("acked of opened", Metric.ackCoverage.rate)]
  }

  private var buildsBeside: [BuildAgainstOthers] {
    let all = story.around?.builds.rates ?? [:]
    return builds.map { build in
      let others = all[build.versions].map {
        Rate(
          max(0, $0.numerator - build.rate.numerator), of: max(0, $0.denominator - build.rate.denominator))
      }
      return BuildAgainstOthers(
        appVersion: build.appVersion, osVersion: build.osVersion, own: build.rate, others: others)
    }
    .sorted {
      if $0.own.denominator != $1.own.denominator { return $0.own.denominator > $1.own.denominator }
      return ($0.appVersion, $0.osVersion) < ($1.appVersion, $1.osVersion)
    }
  }

  private func grounds(for verdict: MessageVerdict) -> [Phrase] {
    var grounds: [Phrase] = []
    if story.firstSent == nil, !senders.isEmpty {
      grounds.append("AppKey \(senders.map { Phrase.text($0) }.joined()) sent it, this one never did")
    }
    let tried = counts[.sent] + counts[.sendFailed]
    if tried > 0 {
      grounds.append("handed over and taken: \(Figures.share(Metric.sendSuccessRate.rate(counts)))")
    }
    grounds += refusals.prefix(3).map(\.ofMessage)
    if counts[.sent] > 0 { grounds.append(ackGround) }
    grounds += payloadGrounds
    let mismatches = Figures.count(counts[.mismatch])
    if counts[.mismatch] > 0 {
      grounds.append(
        counts[.mismatch] == 1
          ? "1 delivery was answered under a foreign AppKey"
          : "\(mismatches) deliveries were answered under a foreign AppKey")
    }
    if story.unsettled > 0 {
      let settle = Figures.exactDuration(settings.settle)
      grounds.append(
        story.unsettled == 1
          ? "1 delivery is younger than \(settle) and not counted"
          : "\(Figures.count(story.unsettled)) deliveries are younger than \(settle) and not counted")
    }
    if story.unmatched > 0 {
      grounds.append(
        story.unmatched == 1
          ? "1 delivery has answers under this AppKey and no send"
          : "\(Figures.count(story.unmatched)) deliveries have answers under this AppKey and no send")
    }
    if story.joined > 0 {
      grounds.append(
        story.joined == 1
          ? "1 delivery tells of a push that was sent under another message id, and is joined to it"
          : """
          \(Figures.count(story.joined)) deliveries tell of pushes that were sent under other message ids, and \
          are joined to them
          """)
    }
    let anonymous = story.eventsWithoutDevice.values.reduce(0, +)
    if anonymous > 0 {
      grounds.append(
        anonymous == 1
          ? "1 event names no device and is in no rate"
          : "\(Figures.count(anonymous)) events name no device and are in no rate")
    }
    return grounds + besideGrounds
  }

  /// What its payloads say, except for what another ground says already.
  private var payloadGrounds: [Phrase] {
    let payload = story.payload
    guard payload.variants > 0 else { return [] }
    var grounds: [Phrase] = []
    if payload.startsExtension {
      grounds.append("its payload asks for the extension: it has mutable-content 1, and an alert with a text")
    }
    let phrases = PayloadWords.phrases(
      isHinderedByPayload ? payload.remarks.subtracting(.keepsExtensionFromRunning) : payload.remarks)
    if !phrases.isEmpty {
      grounds.append(
        payload.variants == 1
          ? "its payload: \(phrases.joined())" : "one or more of its payloads: \(phrases.joined())")
    }
    return grounds
  }

  private var ackGround: Phrase {
    if isHinderedByPayload {
      let words = PayloadWords.hindrance(story.payload)
      return counts[.acked] == 0
        ? "no extension receipt can come: \(words)"
        : "\(words), and yet \(Figures.count(counts[.acked])) sends were acked"
    }
    guard counts[.ackEligible] > 0 else {
      return "none of its sends went to a device from which an extension receipt can be expected"
    }
    guard let acks else {
      return
        "acked: \(Figures.share(Metric.ackRate.rate(counts))); no other message went to its builds"
    }
    let (own, expected) = (Figures.share(acks.own), Figures.percent(acks.expected))
    let ground: Phrase =
      isYoung
      ? """
      acked: \(own); judging by its neighbours on the same builds, \(expected) of all sends would be expected, \
      counting only what comes within \(Figures.exactDuration(settings.settle)), as it is younger than a day
      """
      : "acked: \(own); judging by its neighbours on the same builds, \(expected) of all sends would be expected"
    return acks.chance < 0.5 ? "\(ground); chance of as few: \(ExplainWords.chance(acks.chance))" : ground
  }

  private func rivals(of verdict: MessageVerdict) -> [Rival] {
    switch verdict {
    case .noAcksAtAll:
      (story.payload.startsExtension ? [] : Self.payloadRivals) + [
        Rival("acks were blocked while it was sent", settledBy: "acks of other messages in the same hours"),
        Rival("its receipts are missing from the log", settledBy: "pushledger status"),
      ]
    case .fewerAcks:
      [
        Rival(
          "devices that are out of reach more often: night, an old audience",
          settledBy: "the hour and the audience"),
        Rival("slow networks, on which the extension runs out of time", settledBy: "the networks below"),
        Rival("a part of its pushes without mutable-content", settledBy: "the payloads of its parts"),
        Rival(
          "acks were blocked for a part of the time", settledBy: "acks of other messages in the same hours"),
      ]
    case .sendsFailed:
      [
        Rival("an audience of old tokens", settledBy: "the reasons below"),
        Rival(
          "credentials or limits of the gateway at that time",
          settledBy: "failures of other messages in those hours"),
      ]
    case .answeredUnderForeignAppKey:
      [
        Rival("test builds on production devices", settledBy: "the app versions that answer so"),
        Rival("two apps of one vendor that share device ids", settledBy: "the list of apps by AppKey"),
      ]
    case .neverSent: [Rival("the log with its sends was not imported", settledBy: "pushledger status")]
    case .cannotBeAcked:
      counts[.acked] == 0
        ? []
        : [Rival("what was sent is not what was logged", settledBy: "the devices that acked it all the same")]
    case .sendsRefused, .likeItsNeighbours, .notSettledYet, .nothingToCompare: []
    }
  }

  private static let payloadRivals = [
    Rival("a silent push, or a message and not a notice", settledBy: "the push type in the sender's record"),
    Rival("the extension option was off, so mutable-content is missing", settledBy: "the payload"),
    Rival("no alert that shows", settledBy: "the payload"),
  ]

  private func nextStep(for verdict: MessageVerdict) -> Phrase? {
    switch verdict {
    case .noAcksAtAll where story.payload.startsExtension:
      "look at its hours and its audience: its payload is as it should be"
    case .cannotBeAcked: PayloadWords.cure(story.payload)
    case .noAcksAtAll:
      """
      check this push: it has to be a notice and have an alert with title and body, mutable-content 1, and the \
      extension option on
      """
    case .fewerAcks: "look below for the build or network with the lowest share"
    case .sendsRefused, .sendsFailed:
      (refusals.first?.entry?.advice).map { Phrase(.term($0)) } ?? "look at the reasons below"
    case .answeredUnderForeignAppKey:
      "compare AppKey and AppSecret in the app target and in the extension target of the builds that answer under it"
    case .neverSent: "import the sender's log, or look under the AppKey that sent it"
    case .notSettledYet: "ask again when receipts have had time to come in"
    case .likeItsNeighbours, .nothingToCompare: nil
    }
  }
}
