import Prose
import ReceiptModel

extension DeviceCase {
  /// What the verdict rests on, and what else anybody would ask next.
  func grounds(for verdict: DeviceVerdict) -> [Phrase] {
    var grounds = pushes.isEmpty ? [] : [pushesGround]
    grounds += refusalGrounds + [answerGround] + foreignGrounds
    switch verdict {
    case .wentSilent, .neverAnswered, .unknown, .answers, .takenAgain: grounds += silenceGrounds
    case .buildNeverAcks: grounds += buildGrounds(silentVersion ?? appVersion)
    case .neverAcks: grounds += buildGrounds(appVersion)
    case .notSentSince: grounds += shareGrounds
    case .noReceiptExpected:
      grounds.append("none of its pushes could be answered by an extension, and nobody touched one")
    case .notSettledYet:
      grounds.append(
        "receipts have \(Figures.exactDuration(settings.settle)) from the send before they count as missing")
    case .tokenDead, .pushesRefused: grounds += tokenGrounds
    case .notificationsOff, .answeredUnderForeignAppKey, .orphan, .neverSent: break
    }
    if verdict == .notSentSince || isLongSinceSent { grounds += sinceGrounds }
    if older > 0 {
      grounds.append(
        "the ledger holds \(Figures.count(older)) older pushes to this device, which are not looked at")
    }
    return grounds
  }

  /// A time, and how long before as-of it was.
  private func when(_ at: Instant) -> Phrase {
    let ago = settings.asOf.milliseconds - at.milliseconds
    return ago > 0
      ? "\(figure: zone.iso(at)), \(Figures.duration(ago)) before as-of" : .figure(zone.iso(at))
  }

  private var pushesGround: Phrase {
    let totals = totals
    return """
      pushes to it: \(Figures.count(totals.pushes)); taken by the gateway: \(Figures.count(totals.sent)), refused or \
      reported as not arrived: \(Figures.count(totals.refused)), acked: \(Figures.count(totals.acked)), opened: \
      \(Figures.count(totals.opened))
      """
  }

  private var refusalGrounds: [Phrase] {
    guard let (at, reason) = lastRefusal else { return [] }
    return ["the last refusal, or report that a push did not arrive: \(when(at)); \(reason.explained)"]
  }

  /// Whether a token is known that was not there when the last push was refused.
  private var tokenGrounds: [Phrase] {
    guard let latestToken, let refused = lastRefusal?.at else { return [] }
    return [
      latestToken > refused
        ? "the map of tokens has a new token of the device, from \(when(latestToken)) on"
        : "the map of tokens has no token of the device from after that refusal"
    ]
  }

  private var answerGround: Phrase {
    lastAnswer.map { "the device last answered a push at \(when($0))" }
      ?? "no event that only the device can cause is in the ledger"
  }

  private var foreignGrounds: [Phrase] {
    let answered = pushes.filter { !$0.foreignAnswers.isEmpty }
    guard !answered.isEmpty else { return [] }
    let keys = Set(answered.flatMap { $0.foreignAnswers.map(\.appKey) }).sorted { $0.precedesInBytes($1) }
    return [
      """
      AppKey \(keys.map { Phrase.text($0) }.joined()) answered \(Figures.count(answered.count)) of its pushes, which \
      were never sent to it under that
      """
    ]
  }

  /// The pushes since its last answer, and how likely their silence is.
  private var silenceGrounds: [Phrase] {
    let silence = unanswered
    let sends = silence.compactMap(\.sentAt)
    guard let first = sends.min(), let last = sends.max() else { return [] }
    let chance = usual.chance(ofNoAck: silence)
    var ground: Phrase =
      silence.count == 1
      ? "1 send that the extension should have answered, at \(figure: zone.iso(first)), is not acked"
      : """
      \(Figures.sends(silence.count)) that the extension should have answered, from \(figure: zone.iso(first)) to \
      \(figure: zone.iso(last)), and none is acked
      """
    if chance < 0.5 {
      ground = "\(ground); chance of that on a device like others: \(ExplainWords.chance(chance))"
    }
    return [ground]
  }

  /// What is known of the acks of a build, and of this device's with it.
  private func buildGrounds(_ version: String) -> [Phrase] {
    let got = pushes.filter { $0.isAwaited && $0.appVersion == version }
    let name: Phrase = version.isEmpty ? "an unknown app version" : "app version \(version)"
    var grounds: [Phrase] = [
      """
      with \(name) the device got \(Figures.sends(got.count)) that the extension should have answered, and acked none
      """
    ]
    if let (own, others) = usual.silentBuild(version, settings.limits) {
      grounds.append(
        """
        other devices with app version \(version) acked \(Figures.share(own)), those with other versions \
        \(Figures.share(others))
        """)
    } else {
      grounds.append(
        """
        other devices acked \(Figures.share(usual.acks(of: version))); chance of none on a device like them: \
        \(ExplainWords.chance(usual.chance(ofNoAck: got)))
        """)
    }
    return grounds
  }

  private var shareGrounds: [Phrase] {
    guard let expected = expectedSince else { return [] }
    return [
      """
      from its first push to its last the AppKey sent \(Figures.count(facts.sendsMeanwhile)), of which it got \
      \(Figures.count(sentPushes.count - 1)) after the first; at that share it should have got about \
      \(Figures.count(Int(expected.rounded()))) since
      """
    ]
  }

  private var isLongSinceSent: Bool {
    sentPushes.compactMap(\.sentAt).max().map { settings.asOf.milliseconds - $0.milliseconds >= Self.long }
      ?? false
  }

  /// A day.
  private static let long: Int64 = 24 * 3_600_000

  /// How long ago it was sent anything, where others got something since.
  private var sinceGrounds: [Phrase] {
    guard let last = sentPushes.compactMap(\.sentAt).max(), facts.sendsSince > 0 else { return [] }
    return [
      """
      the last push to it was sent at \(when(last)); in the hours since then the AppKey sent \
      \(Figures.count(facts.sendsSince)) to others
      """
    ]
  }
}
