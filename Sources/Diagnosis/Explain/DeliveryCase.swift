package import ReceiptModel

/// One delivery as it is judged: what its sender's AppKey has of it, and answers under AppKeys that never sent it.
package struct DeliveryCase: Sendable {
  package var messageID: String
  package var story: DeliveryStory
  package var foreign: [DeliveryStory]
  package var isSentToOthers: Bool
  package var settings: ExplainSettings

  /// The cases of a push: one for each AppKey that sent it, the first of which gets the foreign answers; one for each AppKey
  /// when none did.
  package static func all(of story: PushStory, _ settings: ExplainSettings) -> [DeliveryCase] {
    let isSent = story.deliveries.contains { $0.has(.sent) }
    let foreign = story.deliveries.filter { isSent && !$0.has(.sent) && ($0.has(.extAck) || $0.has(.opened)) }
    var cases = story.deliveries.filter { !foreign.contains($0) }.map {
      DeliveryCase(
        messageID: story.messageID, story: $0, foreign: [], isSentToOthers: story.isSentToOthers,
        settings: settings)
    }
    if let first = cases.firstIndex(where: { $0.story.has(.sent) }) { cases[first].foreign = foreign }
    return cases
  }

  var traits: DeliveryTraits { story.traits }
  var sends: [Instant] { story.events(.sent).map(\.at) }
  /// What the device said under the sender's AppKey other than by an ack.
  var words: [PushEvent] {
    story.events.filter {
      [.displayed, .opened, .dismissed].contains($0.kind) || $0.kind == .arrived && traits.arrivalIsEvidence
    }
  }
  var foreignAnswers: [PushEvent] { foreign.flatMap { $0.events(.extAck) + $0.events(.opened) } }
  /// Reports that it did not arrive.
  var losses: [PushEvent] { story.events.filter { [.arriveFailed, .dropped, .expired].contains($0.kind) } }

  /// Whether the payload or the push type, and not the device, speaks against an ack.
  var isHinderedByPayload: Bool {
    let isOther = !traits.platform.isEmpty && traits.platform.lowercased() != "ios"
    return traits.payload.cannotBeAcked && (!isOther || traits.channel.lowercased() == "apns")
  }

  /// Whether the channel, and not the device, speaks against an ack.
  var isHinderedByChannel: Bool { traits.runsExtension && !traits.isAckEligible && !isHinderedByPayload }

  /// Whether an ack can be expected; `nil` when neither the device type nor the channel says so or speaks against it.
  var isAckEligible: Bool? {
    if traits.isAckEligible { return true }
    if isHinderedByPayload || isHinderedByChannel { return false }
    return traits.platform.isEmpty ? nil : false
  }

  /// Whether receipts of the first send have had time to come in.
  var isSettled: Bool { sends.first.map { $0 <= settings.settledUntil } ?? false }

  var tries: [TryBounds] {
    var tries = ([story] + foreign).flatMap {
      TryBounds.of($0.events(.extAck), sends: sends, settings.schedule)
    }
    if let run = ackedRun, tries.count == 1 {
      tries[0].tries = run.number...run.number
      tries[0].leastWait = run.wait ?? tries[0].leastWait
    }
    return tries
  }

  package var stage: DeliveryStage {
    let answers = foreignAnswers
    if story.has(.opened) || answers.contains(where: { $0.kind == .opened }) { return .opened }
    if story.has(.extAck) || !answers.isEmpty || story.runs.contains(where: { $0.outcome == .acked }) {
      return .acked
    }
    if !words.isEmpty || !story.runs.isEmpty { return .reached }
    if !losses.isEmpty { return .notArrived }
    if story.has(.sent) { return .taken }
    if story.has(.sendFailed) { return .refused }
    return story.has(.accepted) ? .accepted : .nothing
  }
}

extension DeliveryStory {
  package func has(_ kind: EventKind) -> Bool { events.contains { $0.kind == kind } }

  /// The events of a kind, by time.
  package func events(_ kind: EventKind) -> [PushEvent] {
    events.filter { $0.kind == kind }.sorted { $0.at < $1.at }
  }
}
