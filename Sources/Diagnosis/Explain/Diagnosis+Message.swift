import Prose
package import ReceiptModel

extension Diagnosis {
  /// What can be said about a message under each AppKey.
  ///
  /// - Parameter stories: of one message, under all AppKeys that have events of it.
  package static func explain(_ stories: [MessageStory], _ settings: ExplainSettings) -> [MessageExplanation]
  {
    let senders = stories.filter { $0.firstSent != nil }.map(\.appKey)
    let foreignKeys = stories.filter { $0.tried == nil && $0.unmatched > 0 }.map(\.appKey)
    return stories.map {
      MessageCase(story: $0, senders: senders, foreignKeys: foreignKeys, settings: settings).explanation
    }
  }
}

/// A message as it is judged.
struct MessageCase {
  let story: MessageStory
  /// The AppKeys that sent it.
  let senders: [String]
  /// The AppKeys that answered and never sent it.
  let foreignKeys: [String]
  let settings: ExplainSettings
  let counts: Counts
  /// The AppKey's counters around without the message's own.
  let others: Counts?
  /// The message's ack-eligible sends by build.
  let builds: [BuildAcks]

  private static let day: Int64 = 86_400_000

  init(story: MessageStory, senders: [String], foreignKeys: [String], settings: ExplainSettings) {
    self.story = story
    self.senders = senders
    self.foreignKeys = foreignKeys
    self.settings = settings
    let own = story.counts
    counts = own
    others = story.around.map { around in
      Count.allCases.reduce(into: Counts()) { rest, count in
        rest[count] = max(0, around.counts[count] - own[count])
      }
    }
    builds = story.builds
  }

  /// Whether late receipts of its last sends have not had a day to come in.
  var isYoung: Bool {
    guard let last = story.lastSent else { return false }
    return settings.asOf.milliseconds < last.milliseconds + Self.day
  }

  /// The part of the neighbours' acks that came as soon as those of a young message can have come.
  private var promptShare: Double {
    guard isYoung, let latencies = story.around?.latencies else { return 1 }
    let all = latencies.counts.values.reduce(0, +)
    let prompt = latencies.counts.reduce(0) { sum, bucket in
      LatencyBucket.range(of: bucket.key).lowerBound < settings.settle ? sum + bucket.value : sum
    }
    return all > 0 ? Double(prompt) / Double(all) : 1
  }

  var acks: AckComparison? {
    guard let around = story.around else { return nil }
    return AckComparison(builds, beside: around.builds, areOwnInAll: true, counting: promptShare)
  }

  /// The chance that so few sends are taken if the message is like its neighbours.
  private var chanceOfFailures: Double {
    guard let others else { return 1 }
    let (own, rest) = (Metric.sendSuccessRate.rate(counts), Metric.sendSuccessRate.rate(others))
    return Chance.ofLower((own.numerator, own.denominator), than: (rest.numerator, rest.denominator))
  }

  var verdict: MessageVerdict {
    let tried = counts[.sent] + counts[.sendFailed]
    guard tried > 0 else {
      if story.unsettled > 0 { return .notSettledYet }
      return senders.isEmpty || story.unmatched == 0 ? .neverSent : .answeredUnderForeignAppKey
    }
    if isRefused { return .sendsRefused }
    if hasManyMismatches { return .answeredUnderForeignAppKey }
    guard let others, others[.sent] + others[.sendFailed] > 0 else {
      return isHinderedByPayload ? .cannotBeAcked : .nothingToCompare
    }
    let limits = settings.limits
    let few = acks.flatMap { isFew($0) ? $0 : nil }
    if counts[.mismatch] > 0, few != nil { return .answeredUnderForeignAppKey }
    if let few { return few.own.numerator == 0 ? .noAcksAtAll : .fewerAcks }
    let own = Metric.sendSuccessRate.rate(counts).value ?? 1
    let usual = Metric.sendSuccessRate.rate(others).value ?? 1
    if chanceOfFailures <= limits.chance, 1 - own >= (1 - usual) + limits.messageDifference {
      return .sendsFailed
    }
    return isHinderedByPayload ? .cannotBeAcked : .likeItsNeighbours
  }

  /// Whether pushes were lost, whatever became of other messages: an expired certificate hits all of them alike.
  private var isRefused: Bool {
    Rate(counts[.sendFailed], of: counts[.sent] + counts[.sendFailed]).value.map {
      $0 >= settings.limits.failureLoss
    } ?? false
  }

  /// Why sends were refused, the most frequent reason first.
  var refusals: [FailureReason] { story.failures.refusals(by: settings.reasons) }

  /// Whether its payload or push type, and not its devices, speaks against acks.
  var isHinderedByPayload: Bool { story.payload.cannotBeAcked && story.extensionSends > 0 }

  /// Whether answers under foreign AppKeys are too many for a test build or two.
  private var hasManyMismatches: Bool {
    guard counts[.mismatch] > 0, let share = Rate(counts[.mismatch], of: counts[.sent]).value else {
      return false
    }
    return counts[.mismatch] >= settings.limits.mismatches || share >= settings.limits.mismatchShare
  }

  /// Whether acks are fewer by more than chance and by enough to matter.
  private func isFew(_ acks: AckComparison) -> Bool {
    guard acks.chance <= settings.limits.chance, let share = acks.own.value else { return false }
    return share <= acks.expected * (1 - settings.limits.messageDifference)
  }
}

extension MessageStory {
  /// Ack-eligible sends and acks by build.
  var builds: [BuildAcks] {
    var builds: [BuildAcks] = []
    var places: [[String]: Int] = [:]
    for part in parts where part.counts[.ackEligible] > 0 {
      let build = BuildAcks(
        appVersion: part.appVersion, osVersion: part.osVersion,
        rate: Rate(part.counts[.eligibleAcked], of: part.counts[.ackEligible]))
      if let place = places[build.versions] {
        builds[place].rate.add(build.rate)
      } else {
        places[build.versions] = builds.count
        builds.append(build)
      }
    }
    return builds
  }
}

extension [FailureCell] {
  /// Why sends were refused, the most frequent reason first.
  func refusals(by table: FailureReasons) -> [FailureReason] {
    var counts: [FailureReason: Int] = [:]
    for cell in self where cell.kind == EventKind.sendFailed.name {
      let entry = table.entry(channel: cell.channel, code: cell.reasonCode, text: cell.reasonText)
      counts[FailureReason(code: cell.reasonCode, text: cell.reasonText, entry: entry), default: 0] +=
        cell.count
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
      var reason = reason
      reason.count = count
      return reason
    }
  }
}

extension FailureReason {
  /// How many of a message's sends were refused for it.
  var ofMessage: Phrase { "sends of this message refused: \(Figures.count(count)) (\(explained))" }
}
