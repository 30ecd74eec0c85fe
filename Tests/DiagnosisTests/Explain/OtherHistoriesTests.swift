import Diagnosis
import Prose
import ReceiptModel
import Testing

/// Whether another history of the phone could have left the lines that a verdict rests on, by trying all short ones.
struct OtherHistoriesTests {
  /// The verdicts on what explanations see, with all histories that look so.
  private static let explained: [(verdict: DeliveryVerdict, histories: [ShortHistory])] = {
    var histories: [ShortHistory.Lines: [ShortHistory]] = [:]
    for history in ShortHistory.all {
      for view in history.views { histories[view, default: []].append(history) }
    }
    return histories.compactMap { lines, histories in verdict(lines).map { ($0, histories) } }
  }()

  private static func verdict(_ lines: ShortHistory.Lines) -> DeliveryVerdict? {
    var push = Push(lines.receipts.filter { $0.app == "333" }.map { ($0.kind, $0.at) }) { story in
      story.runs = ExtensionExecution.all(of: lines.steps)
    }
    let foreign = lines.receipts.filter { $0.app == "999" }
    if !foreign.isEmpty { push.add(foreign.map { ($0.kind, $0.at) }, app: "999") }
    push.deliveries.removeAll { $0.events.isEmpty && $0.runs.isEmpty }
    return push.verdict
  }

  /// Whether what a verdict says is so in a history; `nil` where it says nothing of what happened.
  private static func holds(_ verdict: DeliveryVerdict, in history: ShortHistory) -> Bool? {
    let runs = history.runs
    func reported(_ condition: (ShortHistory.Run) -> Bool = { _ in true }) -> Bool {
      runs.contains { !$0.run.acks.isEmpty && condition($0.run) }
    }
    switch verdict {
    case .ackedOnFirstTry: return reported { $0 != .secondAtOnce && $0 != .thirdTry }
    case .ackedFirstTryPossible, .clockSkew: return reported()
    case .ackedOnLaterTry: return reported { [.secondAtOnce, .thirdTry, .twoTriesCameThrough].contains($0) }
    case .retried: return reported { $0 == .twoTriesCameThrough }
    case .deliveredLate: return runs.contains { !$0.run.acks.isEmpty && $0.wait > 17_000 }
    case .ackedOverBudget: return runs.contains { run in run.run.acks.contains { run.wait + $0 > 17_000 } }
    case .answeredUnderForeignAppKey: return reported { $0 == .firstTryUnderForeignKey }
    case .ackLost, .reachedDevice, .orphan, .extensionDidNotReport, .extensionLogEnds: return !runs.isEmpty
    case .extensionTimedOut: return runs.contains { $0.run.end.contains { $0.0 == .expiring } }
    case .ackRequestsFailed: return runs.contains { $0.run.tries.contains { $0.0 == .ackFailed } }
    case .sendRefused: return history.sends.contains { $0.fate == .refused }
    case .refusedAndSent:
      return history.sends.contains { $0.fate == .refused } && history.sends.contains { $0.fate != .refused }
    case .notArrived, .notAckEligible, .notSettledYet, .messageCannotTrigger, .buildNeverAcks,
      .replacedByLater, .unknown:
      return nil
    }
  }

  @Test func `what is proven is so in every history that leaves the same lines`() {
    var wrong: [DeliveryVerdict: ShortHistory] = [:]
    for (verdict, histories) in Self.explained where verdict.certainty == .proven {
      wrong[verdict] = wrong[verdict] ?? histories.first { Self.holds(verdict, in: $0) == false }
    }
    for (verdict, history) in wrong { Issue.record("\(verdict.rawValue) is not so in \(history)") }
  }

  @Test func `what is likely is so in one of these histories, and not in all`() {
    let likely = DeliveryVerdict.allCases.filter { $0.certainty == .likely }
    var (so, notSo): (Set<DeliveryVerdict>, Set<DeliveryVerdict>) = ([], [])
    for (verdict, histories) in Self.explained where verdict.certainty == .likely {
      let holds = histories.compactMap { Self.holds(verdict, in: $0) }
      if holds.contains(true), holds.contains(false) { notSo.insert(verdict) }
      if holds.contains(true) { so.insert(verdict) }
    }
    #expect(so == Set(likely.filter { Self.holds($0, in: ShortHistory(sends: [])) != nil }))
    #expect(notSo == so)
  }

  @Test func `the histories meet every verdict that lines of one push can lead to`() {
    let met = Set(Self.explained.map(\.verdict))
    // These need another platform, a report of the gateway, a young push, or what stands around it.
    let others: Set<DeliveryVerdict> = [
      .reachedDevice, .notArrived, .notAckEligible, .notSettledYet, .messageCannotTrigger, .buildNeverAcks,
      .replacedByLater,
    ]
    #expect(met == Set(DeliveryVerdict.allCases).subtracting(others))
  }
}
