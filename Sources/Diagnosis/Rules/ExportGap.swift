import Prose
import ReceiptModel

extension Rule {
  /// Somebody else counted more of what was sent or arrived than the ledger holds: a part of the log is missing.
  ///
  /// Only kinds that settle soon are judged; opens go on for days, and a later count of them is larger.
  package static let exportGap = Rule(.exportGap) { evidence in
    let totals = evidence.beside.totals.filter { total in
      [.sent, .arrived].contains(total.kind) && total.ours != nil
        && total.sentAt.map { $0.milliseconds <= evidence.scope.settledUntil } ?? false
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
      return Finding(
        .exportGap, .warning, appKey: key.appKey,
        scope: .of(.kind, kind.name).and(.note, words: "counted by \(source)"),
        since: lacking.compactMap(\.sentAt).min(), deliveries: missing.numerator, observed: share,
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
    }
  }
}
