import ReceiptModel

extension DeliveryCase {
  /// The one verdict of the list that fits.
  ///
  /// Taking events away never makes it surer: what is open or likely has no event in which the device, or somebody
  /// else, said anything, and no part of such a delivery has one.
  package var verdict: DeliveryVerdict {
    if !foreignAnswers.isEmpty { return .answeredUnderForeignAppKey }
    if story.has(.extAck) { return verdictOfAcks }
    if let verdict = verdictOfRuns { return verdict }
    if !words.isEmpty {
      if sends.isEmpty { return .orphan }
      return isAckEligible == true && isSettled ? .ackLost : .reachedDevice
    }
    if !losses.isEmpty { return .notArrived }
    if story.has(.sendFailed) { return sends.isEmpty ? .sendRefused : .refusedAndSent }
    return verdictOfSilence
  }

  private var verdictOfAcks: DeliveryVerdict {
    guard !sends.isEmpty else { return .orphan }
    let tries = tries
    guard tries.contains(where: { $0.latency != nil }) else { return .clockSkew }
    if let run = ackedRun {
      if run.number > 1 { return .ackedOnLaterTry }
      return (run.wait ?? 0) > settings.schedule.budget ? .deliveredLate : .ackedOnFirstTry
    }
    if tries.proveRetry { return .retried }
    if tries.allSatisfy({ $0.leastWait > 0 }) { return .deliveredLate }
    if tries.allSatisfy({ $0.latency?.lowerBound ?? 0 > settings.schedule.budget }) {
      return .ackedOverBudget
    }
    return tries.contains { $0.tries == 1...1 } ? .ackedOnFirstTry : .ackedFirstTryPossible
  }

  private var verdictOfSilence: DeliveryVerdict {
    if isAckEligible == false, !sends.isEmpty { return .notAckEligible }
    guard let first = story.events.map(\.at).min(), first <= settings.settledUntil,
      sends.isEmpty || isSettled
    else { return .notSettledYet }
    guard !sends.isEmpty, isAckEligible == true else { return .unknown }
    let findings = findings
    if silentMessage != nil || findings.contains(.messageSilent), !traits.payload.startsExtension {
      return .messageCannotTrigger
    }
    if silentBuild != nil || findings.contains(.extensionSilent) { return .buildNeverAcks }
    return replacement != nil ? .replacedByLater : .unknown
  }

  /// The message's acks, where there are none and the others of the AppKey make that too unlikely.
  var silentMessage: AckComparison? {
    guard let message = story.surroundings?.message, let around = story.surroundings?.around,
      let comparison = AckComparison(
        message, beside: around, areOwnInAll: story.surroundings?.isWholeMessage == true),
      comparison.own.numerator == 0, comparison.chance <= settings.limits.chance
    else { return nil }
    return comparison
  }

  /// The acks of the device's build and of all others, of all messages around.
  var build: (own: Rate, others: Rate)? {
    guard !traits.appVersion.isEmpty, let around = story.surroundings?.around else { return nil }
    var (own, others) = (Rate(0, of: 0), Rate(0, of: 0))
    for build in around {
      // By the app version alone, since a build does the same on every system it runs on.
      if build.appVersion == traits.appVersion { own.add(build.rate) } else { others.add(build.rate) }
    }
    return own.denominator > 0 ? (own, others) : nil
  }

  /// The same where the build has no ack, and the others make that too unlikely.
  var silentBuild: (own: Rate, others: Rate)? {
    guard let build, build.own.numerator == 0,
      Chance.ofLower((0, build.own.denominator), than: (build.others.numerator, build.others.denominator))
        <= settings.limits.chance
    else { return nil }
    return build
  }

  /// The later push with which the device came back, if it looks as if the device was out of reach when this one was sent.
  ///
  /// APNs keeps one push for a device that is offline and replaces it by the next. Then the device is silent until it
  /// acks a later one, and that one had to wait longer than any extension may run.
  var replacement: (send: Instant, by: DevicePush)? {
    guard let pushes = story.surroundings?.device else { return nil }
    for send in sends.reversed() {
      let words = pushes.compactMap(\.firstWord).filter { $0 > send }
      guard let first = words.min(), let push = pushes.first(where: { $0.firstWord == first }),
        push.sentAt > send, push.ackedAt == first, let latency = push.ackLatency,
        latency > settings.schedule.systemLimit
      else { continue }
      return (send, push)
    }
    return nil
  }
}
