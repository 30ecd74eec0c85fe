import ReceiptModel

extension DeviceCase {
  /// The first verdict of the list that fits.
  ///
  /// Taking events away never makes it surer: whatever says something of the device, a gateway or the device itself,
  /// leads to a verdict that only repeats such words; without any, nothing is proven. And of pushes that nobody says
  /// anything of, a further one never explains silence.
  package var verdict: DeviceVerdict {
    lastAnswer != nil || lastRefusal != nil ? verdictOfWords : verdictOfSilence
  }

  private var verdictOfWords: DeviceVerdict {
    if isTokenDead { return .tokenDead }
    if areNotificationsOff { return .notificationsOff }
    if isRefused { return .pushesRefused }
    if let foreign = lastForeignAnswer, foreign == lastAnswer { return .answeredUnderForeignAppKey }
    if isSilent { return .wentSilent }
    if isPassedOver { return .notSentSince }
    if lastAnswer != nil, lacksAcks { return .neverAcks }
    if let refusal = lastRefusal, lastAnswer.map({ refusal.at > $0 }) ?? true { return .takenAgain }
    return sentPushes.isEmpty ? .orphan : .answers
  }

  private var verdictOfSilence: DeviceVerdict {
    let sent = sentPushes
    guard !sent.isEmpty else { return .neverSent }
    let awaited = sent.filter(\.isAwaited)
    guard !awaited.isEmpty else {
      return sent.contains { $0.delivery.traits.isAckEligible || !$0.delivery.isSettled }
        ? .notSettledYet : .noReceiptExpected
    }
    if let version = silentVersion, version == appVersion { return .buildNeverAcks }
    if isSilent { return .neverAnswered }
    return silentVersion != nil ? .buildNeverAcks : .unknown
  }

  /// The latest of the builds to which it got pushes that acks on no device.
  var silentVersion: String? {
    pushes.last { $0.isAwaited && usual.silentBuild($0.appVersion, settings.limits) != nil }?.appVersion
  }
}
