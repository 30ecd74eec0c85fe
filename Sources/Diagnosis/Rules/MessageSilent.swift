import Prose
import ReceiptModel

extension Rule {
  /// Not one push of a message is acked, while the app's other messages of the time are.
  ///
  /// Then the message itself, by its payload, does not start the extension. It is compared with the messages sent
  /// within three hours before or after. Should these be silent, too, it is an outage and no message's fault. Where too
  /// little was sent then, all messages of the judged days stand in, and the outage is named as a rival. In hours that
  /// `ack_outage` reports, a message is silent only where the other pushes of these hours are not.
  ///
  /// Where most of the messages are silent ones, these say nothing of another, but its opens do: of the app's opened pushes
  /// so many are acked that among its own some would be. That is taken where some other push of the hour was acked, or some
  /// later one, and meanwhile those of other AppKeys.
  ///
  /// Only an open proves that there was something to see. Without one the message may as well be a silent push, which
  /// many apps send every day, and that is a note.
  package static let messageSilent = Rule(.messageSilent) { evidence in
    guard evidence.isRipe else { return [] }
    let outages = evidence.comparisons.outages.told
    let right = withRightPayload(evidence)
    return evidence.messages.cells.placesByApp.flatMap { appKey, places in
      judge(appKey, places, outages, evidence, right[CohortKey(day: 0, appKey: appKey, parts: [])] ?? [])
    }
  }

  /// How many silent messages of an app are listed one by one.
  private static let mostMessages = 5

  /// Messages of each AppKey whose payloads are known and start the extension.
  private static func withRightPayload(_ evidence: Evidence) -> [CohortKey: Set<String>] {
    evidence.payloads.reduce(into: [:]) { messages, message in
      guard message.payload.startsExtension else { return }
      messages[CohortKey(day: 0, appKey: message.appKey, parts: []), default: []].insert(message.messageID)
    }
  }

  private static func judge(
    _ appKey: String, _ places: Range<Int>, _ outages: [LowHours], _ evidence: Evidence, _ right: Set<String>
  ) -> [Suspicion] {
    let cells = evidence.messages.cells
    let leastSends = max(1, evidence.limits.messageSends)
    let large = places.filter { cells.counts(at: $0)[.ackEligible] >= leastSends }
    guard !large.isEmpty else { return [] }
    let neighbours = MessageNeighbours(evidence.messages, of: appKey)
    let others = OtherAcks(than: appKey, evidence)
    // Several silent messages must not hide each other.
    var rest = evidence.comparisons.cells[appKey].reduce(into: Counts()) { $0.add($1.counts) }
    for place in large where cells.counts(at: place).isSilent { rest.subtract(cells.counts(at: place)) }
    var silent: [(comparison: MessageNeighbours.Comparison, chance: Double)] = []
    var cleared = 0
    for place in large {
      let message = cells[place]
      guard let comparison = neighbours.comparison(for: message, least: evidence.limits.minimumSends) else {
        continue
      }
      var alike = Silence.chance(comparison.others, ofNoneIn: message.counts[.ackEligible])
      if message.counts[.eligibleOpened] > 0,
        neighbours.areAcked(near: message)
          || neighbours.areAcked(after: message) && others.areMany(near: message)
      {
        let byOpens = Silence.chance(
          Metric.ackCoverage.rate(rest), ofNoneIn: message.counts[.eligibleOpened])
        alike = min(1, 2 * min(alike, byOpens))
      }
      let chance = outages.reduce(alike) { max($0, $1.chanceOfSilence(of: message)) }
      // Messages too small to be silent beyond chance are no comparisons: see `AppBuilds.silentGroups`.
      guard chance < evidence.limits.chance else { continue }
      if message.counts.isSilent { silent.append((comparison, chance)) } else { cleared += 1 }
    }
    silent.sort { one, other in
      let (size, otherSize) = (
        one.comparison.message.counts[.ackEligible], other.comparison.message.counts[.ackEligible]
      )
      if size != otherSize { return size > otherSize }
      return one.comparison.message.messageID.utf8
        .lexicographicallyPrecedes(other.comparison.message.messageID.utf8)
    }
    let untold = Array(repeating: Suspicion(chance: 1, finding: nil), count: cleared)
    guard silent.count > mostMessages else {
      return untold + silent.map { Suspicion(chance: $0.chance, finding: finding($0.comparison, right)) }
    }
    // One finding for all, with the chance of the one that tells least.
    let weakest = silent.map(\.chance).max() ?? 1
    var together = silent.map { Suspicion(chance: $0.chance, finding: nil) }
    together[0] = Suspicion(chance: weakest, finding: finding(silent.map(\.comparison), right))
    return untold + together
  }

  private static func finding(_ comparison: MessageNeighbours.Comparison, _ right: Set<String>) -> Finding {
    let message = comparison.message
    let isRight = right.contains(message.messageID)
    let observed = Metric.ackRate.rate(message.counts)
    return Finding(
      .messageSilent, severity(message.counts), appKey: message.appKey,
      scope: .of(.message, message.messageID),
      since: message.firstSent, deliveries: message.counts[.ackEligible], observed: observed.value,
      expected: comparison.others.value, interval: observed.interval,
      cause: isRight ? otherCause : cause(wasOpened: message.counts[.eligibleOpened] > 0),
      rivals: (comparison.isClose ? [] : [outage]) + [isRight ? otherPayload : audience],
      nextStep: isRight
        ? "look at the app versions of its deliveries"
        : "look at the payload of this message: mutable-content 1, and an alert with a text",
      rows: "deliveries-of")
  }

  private static func finding(_ silent: [MessageNeighbours.Comparison], _ right: Set<String>) -> Finding {
    let areRight = silent.allSatisfy { right.contains($0.message.messageID) }
    let sum = silent.reduce(into: Counts()) { $0.add($1.message.counts) }
    let others = silent.reduce(into: Rate(0, of: 0)) { $0.add($1.others) }
    let observed = Metric.ackRate.rate(sum)
    return Finding(
      .messageSilent, severity(sum), appKey: silent[0].message.appKey,
      scope: .of(.message, silent[0].message.messageID).and(
        .note, words: "and \(silent.count - 1) smaller ones"),
      since: silent.compactMap(\.message.firstSent?.milliseconds).min().map(Instant.init(milliseconds:)),
      deliveries: sum[.ackEligible], observed: observed.value,
      expected: others.value, interval: observed.interval,
      cause: areRight ? otherCause : cause(wasOpened: sum[.eligibleOpened] > 0),
      rivals: (silent.allSatisfy(\.isClose) ? [] : [outage]) + [areRight ? otherPayload : audience],
      nextStep: areRight
        ? "look at the app versions of its deliveries"
        : "find what sends these messages, and look at one payload: mutable-content 1, and an alert with a text",
      rows: "deliveries-of")
  }

  private static func severity(_ counts: Counts) -> Severity {
    counts[.eligibleOpened] > 0 ? .warning : .info
  }

  private static func cause(wasOpened: Bool) -> Phrase {
    wasOpened
      ? """
      its payload shows an alert but cannot start the extension: mutable-content is missing, or the \
      extension option was off in the send
      """
      : """
      its payload cannot start the extension: mutable-content is missing, it has no alert, or it is a \
      silent push
      """
  }

  /// The cause where the logged payload rules the usual one out.
  private static let otherCause: Phrase = """
    it went only to devices or builds that never ack: its payload, as it was logged, starts the extension
    """
  private static let otherPayload = Rival(
    "what was sent is not what was logged", settledBy: "a payload as the gateway got it")
  private static let outage = Rival(
    "no ack at all came in at that time", settledBy: "the acks of other apps in the same hours")
  private static let audience = Rival(
    "it went only to devices or builds that never ack", settledBy: "the app versions of its deliveries")
}
