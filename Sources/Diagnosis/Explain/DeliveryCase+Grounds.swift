import Prose
import ReceiptModel

extension DeliveryCase {
  /// The grounds of the verdict: events of the timeline, and numbers of what stands around.
  func grounds(for verdict: DeliveryVerdict) -> [Ground] {
    var grounds = [sendGround].compactMap { $0 }
    switch verdict {
    case .ackedOnFirstTry, .ackedFirstTryPossible, .retried, .deliveredLate, .ackedOverBudget, .clockSkew:
      grounds += tryGrounds
    case .answeredUnderForeignAppKey:
      let keys = foreign.map { Phrase.text($0.appKey) }.joined()
      grounds.append(
        Ground(
          "AppKey \(keys) answered, but this message was never sent to this device under it", foreignAnswers))
      let own = story.events(.extAck)
      grounds.append(
        own.isEmpty
          ? Ground("there is no ack under the sender's own AppKey")
          : Ground("the sender's own AppKey has an ack, too", own))
    case .ackLost:
      grounds += [
        Ground("the device itself reports it", words), Ground("there is no ack for it under any AppKey"),
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
          "receipts have \(Figures.exactDuration(settings.settle)) from the send before they count as missing"
        ))
    case .messageCannotTrigger, .buildNeverAcks, .replacedByLater, .unknown:
      if sends.isEmpty {
        grounds.append(Ground("the ledger holds neither a send of it nor an answer"))
      } else {
        grounds.append(Ground("the device said nothing: no ack, open, dismissal or display"))
        if isAckEligible == nil { grounds.append(Ground(ackExpectation)) }
      }
      grounds += numbers
    case .ackedOnLaterTry:
      grounds += tryGrounds
    case .extensionTimedOut, .ackRequestsFailed, .extensionDidNotReport, .extensionLogEnds:
      if !words.isEmpty { grounds.append(Ground("the device itself reports it", words)) }
      grounds.append(Ground("there is no ack for it under any AppKey"))
    }
    grounds += payloadGrounds
    grounds += runGrounds
    grounds += refusalGrounds
    if story.has(.sendFailed), verdict != .sendRefused, verdict != .refusedAndSent {
      grounds.append(Ground("the gateway also refused it, \(reason)", story.events(.sendFailed)))
    }
    return grounds
  }

  private var sendGround: Ground? {
    let sends = story.events(.sent)
    guard !sends.isEmpty else { return nil }
    let text: Phrase =
      sends.count == 1 ? "the gateway took it" : "the gateway took it, \(sends.count) times"
    let arrivals = story.events(.arrived)
    guard !arrivals.isEmpty, !traits.arrivalIsEvidence else { return Ground(text, sends) }
    return Ground("\(text); an arrival on this channel says no more than that", sends + arrivals)
  }

  private var tryGrounds: [Ground] {
    let (isOfRun, hasSends) = (ackedRun != nil, sends.count > 1)
    return tries.map { tryGround($0, isOfRun: isOfRun, hasSends: hasSends) }
  }

  /// - Parameters:
  ///   - isOfRun: whether the extension's own log says which try sent it.
  ///   - hasSends: whether there are several that it may answer.
  private func tryGround(_ bounds: TryBounds, isOfRun: Bool, hasSends: Bool) -> Ground {
    guard let latency = bounds.latency else {
      return Ground("the ack's time lies before every send, so two clocks disagree", [bounds.ack])
    }
    let least = Figures.exactDuration(latency.lowerBound)
    let most = Figures.exactDuration(latency.upperBound, .awayFromZero)
    let tries = ExplainWords.tries(bounds.tries, of: settings.schedule.tries)
    if isOfRun {
      return Ground(
        "the ack came \(least) after the send; by the extension's own log it is from \(tries)", [bounds.ack])
    }
    let text: Phrase =
      if latency.lowerBound == latency.upperBound {
        "the ack came \(least) after the send: it can be from \(tries)"
      } else if hasSends {
        "the ack came \(least) to \(most) after a send: it can be from \(tries)"
      } else {
        "the ack came \(least) to \(most) after the send: it can be from \(tries)"
      }
    guard bounds.leastWait > 0 else { return Ground(text, [bounds.ack]) }
    let wait: Phrase = """
      \(text); the extension started at least \(Figures.exactDuration(bounds.leastWait)) after the send, since the \
      system ends it after \(Figures.exactDuration(settings.schedule.systemLimit))
      """
    return Ground(wait, [bounds.ack])
  }

  /// Whether an ack can be expected, in words.
  private var ackExpectation: Phrase {
    if isHinderedByPayload {
      return "no extension receipt can come: \(PayloadWords.hindrance(traits.payload))"
    }
    if isHinderedByChannel {
      return """
        no ack of this message came, and the channel \(traits.channel) is not known to carry extension receipts
        """
    }
    return switch isAckEligible {
    case true?: "an extension receipt can be expected for it"
    case false?: "an extension receipt cannot be expected on \(traits.platform)"
    case nil: "the log does not say what kind of device it is, so it is open whether an ack could be expected"
    }
  }

  /// What the payload says, except for what another ground says already.
  private var payloadGrounds: [Ground] {
    let payload = traits.payload
    guard payload.variants > 0 else { return [] }
    if payload.startsExtension, !story.has(.extAck), isAckEligible == true {
      return [
        Ground("its payload asks for the extension: it has mutable-content 1, and an alert with a text")
      ]
        + remarkGrounds(payload.remarks)
    }
    return remarkGrounds(
      isHinderedByPayload ? payload.remarks.subtracting(.keepsExtensionFromRunning) : payload.remarks)
  }

  /// Why the message was refused on other devices.
  private var refusalGrounds: [Ground] {
    let refusals = story.messageFailures.refusals(by: settings.reasons)
    let own = sends.isEmpty && story.has(.sendFailed) ? 1 : 0
    guard refusals.reduce(0, { $0 + $1.count }) > own else { return [] }
    return refusals.prefix(3).map { Ground($0.ofMessage) }
  }

  private func remarkGrounds(_ remarks: PayloadLint) -> [Ground] {
    let phrases = PayloadWords.phrases(remarks)
    guard !phrases.isEmpty else { return [] }
    return [
      Ground(
        traits.payload.variants == 1
          ? "its payload: \(phrases.joined())" : "one or more of its payloads: \(phrases.joined())")
    ]
  }

  private var reason: Phrase {
    let words = [traits.reasonCode, traits.reasonText].filter { !$0.isEmpty }.joined(separator: " ")
    guard
      let entry = settings.reasons.entry(
        channel: traits.channel, code: traits.reasonCode, text: traits.reasonText)
    else { return words.isEmpty ? "without a reason" : "with the reason \(words)" }
    return "with the reason \(words): \(Phrase(.term(entry.meaning)))"
  }

  /// What stands around a delivery of which the device said nothing, or only lost the ack.
  private var numbers: [Ground] {
    guard isAckEligible == true, let surroundings = story.surroundings else { return [] }
    var grounds: [Ground] = []
    if let message = surroundings.message, let around = surroundings.around,
      let comparison = AckComparison(message, beside: around, areOwnInAll: surroundings.isWholeMessage)
    {
      let (own, expected) = (
        Figures.share(comparison.own), Figures.percent(comparison.expected)
      )
      let ground: Phrase =
        surroundings.isWholeMessage
        ? """
        this message: \(own) acked; judging by other messages of the three days around it, \(expected) would be \
        expected on the same builds
        """
        : """
        this message: \(own) acked (of a part of its deliveries); judging by other messages of the three days around \
        it, \(expected) would be expected on the same builds
        """
      grounds.append(
        Ground(
          comparison.own.numerator == 0
            ? "\(ground); chance of none at all: \(ExplainWords.chance(comparison.chance))" : ground))
    }
    if let build {
      let (own, others) = (Figures.share(build.own), Figures.share(build.others))
      grounds.append(
        Ground(
          """
          its app version \(traits.appVersion): \(own) acked in the three days around it, other versions: \(others)
          """))
    }
    guard let pushes = surroundings.device else { return grounds }
    let eligible = pushes.filter { $0.isAckEligible && $0.sentAt <= settings.settledUntil }
    let hours = Figures.exactDuration(surroundings.deviceReach)
    let acked = Figures.share(Rate(eligible.count { $0.ackedAt != nil }, of: eligible.count))
    grounds.append(
      Ground(
        eligible.isEmpty
          ? "no other push went to this device within \(hours) before and after"
          : "other pushes to this device within \(hours) before and after: \(acked) acked"))
    if let (send, push) = replacement, let latency = push.ackLatency, let ackedAt = push.ackedAt {
      let silence = Figures.exactDuration(ackedAt.milliseconds - send.milliseconds)
      let later = Figures.exactDuration(push.sentAt.milliseconds - send.milliseconds)
      grounds.append(
        Ground(
          """
          after that the device said nothing for \(silence), then acked a push that was sent \(later) later and had \
          waited \(Figures.exactDuration(latency))
          """,
          story.events(.sent).filter { $0.at == send }))
      if sends.count > 1 {
        grounds.append(Ground("this is about one of its sends; nothing is known about the others"))
      }
    }
    return grounds
  }
}
