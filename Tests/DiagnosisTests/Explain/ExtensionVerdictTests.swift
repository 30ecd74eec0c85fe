import Diagnosis
import Prose
import ReceiptModel
import Testing

/// What the extension's own log makes of verdicts: bounds become facts.
struct ExtensionVerdictTests {
  private func push(_ events: [(EventKind, Int64)], _ steps: [(ExtensionStep, Int64)]) -> Push {
    Push(events) { story in
      story.runs = ExtensionExecution.all(of: steps.map { ExtensionLogStep($0.0, at: Push.at($0.1)) })
    }
  }

  @Test func `an ack whose try could not be told is told by the log of the extension`() {
    let events: [(EventKind, Int64)] = [(.sent, 0), (.extAck, 7_900)]
    #expect(push(events, []).verdict == .ackedFirstTryPossible)
    #expect(push(events, [(.received, 1_200), (.acked, 7_800)]).verdict == .ackedOnFirstTry)
    let later = push(events, [(.received, 1_200), (.ackFailed, 6_200), (.acked, 7_800)])
    #expect(later.verdict == .ackedOnLaterTry)
    let bounds = later.explanation?.deliveries.first?.tries.first
    #expect(bounds?.tries == 2...2)
    #expect(bounds?.leastWait == 1_200)
  }

  @Test func `a try that failed after the answer says nothing of the ack`() {
    let told = push([(.sent, 0), (.extAck, 7_900)], [(.received, 0), (.acked, 7_800), (.ackFailed, 9_000)])
    #expect(told.verdict == .ackedOnFirstTry)
  }

  @Test func `with two acks or two answered runs the log does not say which is which`() {
    let steps: [(ExtensionStep, Int64)] = [
      (.received, 0), (.acked, 2_000), (.received, 3_000), (.acked, 4_000),
    ]
    #expect(push([(.sent, 0), (.extAck, 4_900)], steps).verdict == .ackedFirstTryPossible)
    #expect(
      push([(.sent, 0), (.extAck, 2_100), (.extAck, 2_200)], Array(steps.prefix(2))).verdict
        == .ackedFirstTryPossible)
  }

  @Test func `a push that waited is late by its start and not by its ack`() {
    let events: [(EventKind, Int64)] = [(.sent, 0), (.extAck, 30_000)]
    #expect(push(events, []).verdict == .ackedOverBudget)
    // A slow extension: it started at once and its receipt took 29 s.
    #expect(push(events, [(.received, 900), (.acked, 29_900)]).verdict == .ackedOnFirstTry)
    #expect(push(events, [(.received, 17_001), (.acked, 29_900)]).verdict == .deliveredLate)
  }

  @Test func `a run without an ack says why there is none`() {
    let sent: [(EventKind, Int64)] = [(.sent, 0)]
    #expect(push(sent, []).verdict == .unknown)
    #expect(push(sent, [(.received, 900), (.expiring, 29_000)]).verdict == .extensionTimedOut)
    #expect(
      push(sent, [(.received, 900), (.ackFailed, 5_900), (.finished, 6_000)]).verdict == .ackRequestsFailed)
    #expect(
      push(sent, [(.received, 900), (.attachmentFailed, 1_000), (.finished, 1_100)]).verdict
        == .extensionDidNotReport)
    #expect(push(sent, [(.received, 900), (.ackFailed, 5_900)]).verdict == .extensionLogEnds)
    #expect(push(sent, [(.received, 900), (.acked, 1_900)]).verdict == .ackLost)
    #expect(push([], [(.received, 900)]).verdict == .orphan)
  }

  @Test func `what may still come in is no loss`() {
    for steps in [[(.received, 900)], [(.received, 900), (.acked, 1_900)]] as [[(ExtensionStep, Int64)]] {
      var young = push([(.sent, 0)], steps)
      young.asOf = 15 * 60_000 - 1
      #expect(young.verdict == .reachedDevice)
    }
  }

  @Test func `a time-out that is known has no rivals, and its steps stand in what it rests on`() throws {
    let told = push(
      [(.sent, 0), (.opened, 60_000)], [(.received, 900), (.ackFailed, 5_900), (.expiring, 29_900)])
    let explanation = try #require(told.explanation?.deliveries.first)
    #expect(explanation.verdict == .extensionTimedOut)
    #expect(explanation.verdict.certainty == .proven)
    #expect(explanation.rivals.isEmpty)
    #expect(explanation.runs.first?.steps.count == 3)
    #expect(
      explanation.grounds.contains {
        $0.text.plain()
          == "the extension's own log: it started 900 ms after the send and ran 29.000 s; it ran out of time, failed tries: 1"
      })
  }
}
