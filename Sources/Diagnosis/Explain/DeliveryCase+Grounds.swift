internal import ReceiptModel

extension DeliveryCase {
  /// What the verdict rests on: events of the timeline, and numbers of what stands around.
  func grounds(for verdict: DeliveryVerdict) -> [Ground] {
    var grounds = [sendGround].compactMap { $0 }
    switch verdict {
    case .ackedOnFirstTry, .ackedFirstTryPossible, .retryProven, .deliveredLate, .clockSkew:
      grounds += tries.map(tryGround)
    case .answeredUnderForeignAppKey:
      grounds.append(
        Ground(
          "AppKey \(foreign.map(\.appKey).joined(separator: ", ")) answered, under which this message was never sent to this device",
          foreignAnswers))
      let own = story.events(.extAck)
      grounds.append(
        own.isEmpty
          ? Ground("there is no ack under the sender's own AppKey")
          : Ground("the sender's own AppKey has an ack, too", own))
    case .ackLost:
      grounds += [
        Ground("the device itself reports it", words), Ground("there is no ack of it under any AppKey"),
      ]
      grounds += numbers
    case .reachedDevice:
      grounds.append(Ground("the device itself reports it", words))
      grounds.append(Ground(ackExpectation))
    case .orphan:
      grounds.append(Ground("the device itself reports it", words + story.events(.extAck)))
      grounds.append(
        Ground(
          isSentToOthers
            ? "the message was sent to other devices; no AppKey has a send to this one"
            : "no send of the message to any device was found, so the send log is probably missing"))
    case .sendRefused, .refusedAndSent:
      grounds.append(Ground("the gateway refused it, \(reason)", story.events(.sendFailed)))
    case .notArrived:
      grounds.append(Ground("it was reported as not arrived, \(reason)", losses))
    case .notAckEligible:
      grounds.append(Ground(ackExpectation))
    case .notSettledYet:
      grounds.append(
        Ground(
          "receipts get \(ExplainFigures.duration(settings.settle)) from the send before they are missed"))
    case .messageCannotTrigger, .buildNeverAcks, .replacedByLater, .unknown:
      if sends.isEmpty {
        grounds.append(Ground("there is no send of it in the ledger, and no answer"))
      } else {
        grounds.append(Ground("the device said nothing: no ack, open, dismissal or display"))
        if isAckEligible == nil { grounds.append(Ground(ackExpectation)) }
      }
      grounds += numbers
    }
    if story.has(.sendFailed), verdict != .sendRefused, verdict != .refusedAndSent {
      grounds.append(Ground("the gateway also refused it, \(reason)", story.events(.sendFailed)))
    }
    return grounds
  }

  private var sendGround: Ground? {
    let sends = story.events(.sent)
    guard !sends.isEmpty else { return nil }
    let text = "the gateway took it" + (sends.count == 1 ? "" : ", \(sends.count) times")
    let arrivals = story.events(.arrived)
    guard !arrivals.isEmpty, !traits.arrivalIsEvidence else { return Ground(text, sends) }
    return Ground("\(text); an arrival on this channel says no more than that", sends + arrivals)
  }

  private func tryGround(_ bounds: TryBounds) -> Ground {
    guard let latency = bounds.latency else {
      return Ground("the ack's stamp lies before every send, so two clocks disagree", [bounds.ack])
    }
    let least = ExplainFigures.duration(latency.lowerBound)
    let after =
      latency.lowerBound == latency.upperBound
      ? "\(least) after the send"
      : "\(least) to \(ExplainFigures.duration(latency.upperBound, .up)) after \(sends.count > 1 ? "a" : "the") send"
    var text =
      "the ack came \(after): it can be of \(ExplainFigures.tries(bounds.tries, of: settings.schedule.tries)) "
      + (bounds.tries == 1...settings.schedule.tries ? "tries" : "try")
    if bounds.leastWait > 0 {
      text +=
        "; the extension started at least \(ExplainFigures.duration(bounds.leastWait)) after the send, if all its "
        + "tries took no more than \(ExplainFigures.duration(settings.schedule.budget))"
    }
    return Ground(text, [bounds.ack])
  }

  /// Whether an ack can be expected, in words.
  private var ackExpectation: String {
    switch isAckEligible {
    case true?: "an extension receipt can be expected of it"
    case false?: "an extension receipt cannot be expected on \(traits.platform)"
    case nil: "the log does not say what kind of device it is, so it is open whether an ack could be expected"
    }
  }

  private var reason: String {
    let words = [traits.reasonCode, traits.reasonText].filter { !$0.isEmpty }
    guard let meaning = ReasonWords.meaning(code: traits.reasonCode, text: traits.reasonText) else {
      return words.isEmpty ? "without a reason" : "with the reason \(words.joined(separator: " "))"
    }
    return "with the reason \(words.joined(separator: " ")): \(meaning)"
  }

  /// What stands around a delivery of which the device said nothing, or only lost the ack.
  private var numbers: [Ground] {
    guard isAckEligible == true, let surroundings = story.surroundings else { return [] }
    var grounds: [Ground] = []
    if let message = surroundings.message, let around = surroundings.around,
      let comparison = AckComparison(message, beside: around, areOwnInAll: surroundings.isWholeMessage)
    {
      let part = surroundings.isWholeMessage ? "" : " (of a part of its deliveries)"
      let chance =
        comparison.own.numerator == 0
        ? "; chance of none at all: \(ExplainFigures.chance(comparison.chance))" : ""
      grounds.append(
        Ground(
          "this message: \(ExplainFigures.share(comparison.own)) acked\(part), where other messages of three days around "
            + "let expect \(ExplainFigures.percent(comparison.expected)) on the same builds\(chance)"))
    }
    if let build {
      grounds.append(
        Ground(
          "its app version \(traits.appVersion): \(ExplainFigures.share(build.own)) acked in three days around, others "
            + ExplainFigures.share(build.others)))
    }
    guard let pushes = surroundings.device else { return grounds }
    let eligible = pushes.filter { $0.isAckEligible && $0.sentAt <= settings.settledUntil }
    let hours = ExplainFigures.duration(surroundings.deviceReach)
    grounds.append(
      Ground(
        eligible.isEmpty
          ? "no other push to this device within \(hours) before and after"
          : "this device within \(hours) before and after: "
            + "\(ExplainFigures.share(Rate(eligible.count { $0.ackedAt != nil }, of: eligible.count))) of its other pushes acked"
      ))
    if let (send, push) = replacement, let latency = push.ackLatency, let ackedAt = push.ackedAt {
      grounds.append(
        Ground(
          "after it the device said nothing for \(ExplainFigures.duration(ackedAt.milliseconds - send.milliseconds)), then "
            + "acked a push that was sent \(ExplainFigures.duration(push.sentAt.milliseconds - send.milliseconds)) later and "
            + "had waited \(ExplainFigures.duration(latency))",
          story.events(.sent).filter { $0.at == send }))
      if sends.count > 1 {
        grounds.append(Ground("that is said of one of its sends; of the others nothing is known"))
      }
    }
    return grounds
  }
}
