import Prose
import ReceiptModel

extension Rule {
  /// A part of the log is missing: somebody else counted more of what was sent or arrived than the ledger holds, or devices
  /// answer pushes whose sends it lacks.
  package static let exportGap = Rule(.exportGap) { evidence in
    countedByOthers(evidence) + answersWithoutSends(evidence)
  }

  /// The share of answers without a send from which lines are missing.
  ///
  /// Of some senders a few sends have no line, or none that names the device.
  private static let orphanShare = 0.03

  /// What is answered by a device to which nobody sent it, though it was sent to others.
  ///
  /// Lines that are missing whatever they say, as those of a shard of the log, leave nothing else behind. A shard has lines
  /// of all AppKeys: where several lack sends, that is one finding.
  private static func answersWithoutSends(_ evidence: Evidence) -> [Finding] {
    let shares = evidence.flags.filter { $0.flag == "orphan_ack" }.compactMap { orphans -> (String, Rate)? in
      let answered = answers(orphans.appKey, evidence)
      // An AppKey that sent nothing itself answers pushes of another, and not its own.
      return answered > 0 ? (orphans.appKey, Rate(orphans.count, of: orphans.count + answered)) : nil
    }
    let all = shares.reduce(into: Rate(0, of: 0)) { $0.add($1.1) }
    let lacking = shares.filter { $0.1.value ?? 0 >= orphanShare }
    if lacking.count > 1, let finding = finding("", all, evidence) { return [finding] }
    return shares.compactMap { finding($0.0, $0.1, evidence) }
  }

  /// The pushes of the judged days that an AppKey sent and that were acked or opened.
  private static func answers(_ appKey: String, _ evidence: Evidence) -> Int {
    evidence.comparisons.cells[appKey].reduce(0) { sum, cell in
      guard evidence.isJudged(cell.key.day) else { return sum }
      let opened = cell.counts[.ackEligible] > 0 ? Count.openedUnacked : .opened
      return sum + cell.counts[.acked] + cell.counts[opened]
    }
  }

  private static func finding(_ appKey: String, _ share: Rate, _ evidence: Evidence) -> Finding? {
    guard share.denominator >= evidence.limits.minimumSends, let low = share.interval?.lowerBound,
      low >= orphanShare
    else { return nil }
    return Finding(
      .exportGap, .warning, appKey: appKey,
      scope: .of(.kind, EventKind.sent.name).and(.note, words: "answered by the device"),
      since: since(appKey, evidence), deliveries: share.numerator, observed: share.value,
      expected: orphanShare, interval: share.interval,
      cause: """
        a part of the log is missing: \(share.numerator) of \(share.denominator) answered pushes have no send, though \
        their messages were sent to other devices
        """,
      rivals: [
        Rival("the sender names these devices otherwise", settledBy: "device ids of sends and of answers"),
        Rival("some pushes are sent on a way that logs no send", settledBy: "what sends these messages"),
      ],
      nextStep: "export the log of these days again, all of its shards, and import it",
      rows: "unmatched-receipts")
  }

  /// When deliveries without a send became more; `nil` where that cannot be told.
  private static func since(_ appKey: String, _ evidence: Evidence) -> Instant? {
    let all = Array(repeating: Rate(0, of: 0), count: evidence.hours.count)
    let rates = evidence.hourCells.reduce(into: all) { rates, cell in
      guard rates.indices.contains(cell.key.day), appKey.isEmpty || cell.key.appKey.hasSameBytes(as: appKey)
      else { return }
      let sent = cell.counts[.sent] + cell.counts[.sendFailed]
      let deliveries = cell.counts[.deliveries]
      rates[cell.key.day].add(Rate(max(0, deliveries - sent), of: deliveries))
    }
    return Onset.rise(of: zip(evidence.hours, rates).map { (Instant(milliseconds: $0.start), $1) })
  }

  /// Only kinds that settle soon are judged; opens go on for days, and a later count of them is larger.
  private static func countedByOthers(_ evidence: Evidence) -> [Finding] {
    let totals = evidence.beside.totals.filter { total in
      [.sent, .arrived].contains(total.kind) && total.ours != nil
        && total.sentAt.map { $0.milliseconds <= evidence.scope.settledUntil } ?? false
    }
    // A message or two that differ a little are no gap yet.
    func since(_ totals: [ControlTotal]) -> Instant? {
      Onset.rise(
        of: totals.compactMap { total in
          total.sentAt.map { ($0, Rate(max(0, total.theirs - (total.ours ?? 0)), of: total.theirs)) }
        }.sorted { $0.0 < $1.0 })
    }
    let groups = Dictionary(grouping: totals) {
      CohortKey(day: Int($0.kind.rawValue), appKey: $0.appKey, parts: [$0.source])
    }
    return groups.keys.sorted().compactMap { key -> Finding? in
      let totals = groups[key] ?? []
      let lacking = totals.filter { $0.theirs > ($0.ours ?? 0) }
      let missing = Rate(
        lacking.reduce(0) { $0 + $1.theirs - ($1.ours ?? 0) }, of: totals.reduce(0) { $0 + $1.theirs })
      guard missing.denominator >= evidence.limits.minimumSends, let share = missing.value, share > 0,
        share >= evidence.limits.exportGap, let kind = totals.first?.kind
      else { return nil }
      let source = Phrase.text(key.parts[0])
      let first = lacking.compactMap(\.sentAt).min()
      var finding = Finding(
        .exportGap, .warning, appKey: key.appKey,
        scope: .of(.kind, kind.name).and(.note, words: "counted by \(source)"),
        since: since(totals) ?? first, deliveries: missing.numerator,
        observed: share,
        expected: evidence.limits.exportGap, interval: missing.interval,
        cause: """
          a part of the log is missing: \(source) counts \(missing.denominator) \(figure: kind.name) for \
          \(totals.count) messages; the ledger lacks \(missing.numerator) of them, in \(lacking.count) messages
          """,
        rivals: [
          Rival("it counts pushes, and some devices got several", settledBy: "the repeats of this kind"),
          Rival("it counts by another definition", settledBy: "how its documentation defines this count"),
          Rival(
            "the messages were also sent under an AppKey whose log is not imported",
            settledBy: "pushledger status"),
        ],
        nextStep: "import the log of the hours in which the messages with the largest differences were sent",
        rows: "control-totals")
      finding.sinceIsFirstJudged = finding.since == first
      return finding
    }
  }
}
