import Diagnosis
import ReceiptModel
import TestSupport
import Testing

/// Taking evidence away never makes a verdict surer.
struct AblationTests {
  private static let kinds: [EventKind] = [
    .accepted, .sent, .sent, .sent, .sendFailed, .arrived, .arrived, .arriveFailed, .extAck, .extAck,
    .displayed,
    .opened, .dismissed, .dropped, .expired, .other,
  ]

  private func randomPush(_ random: inout SeededGenerator) -> Push {
    func times() -> [(EventKind, Int64)] {
      (0..<Int.random(in: 1...5, using: &random)).map { _ in
        let spread = ([3_000, 40_000, 30 * Push.hour] as [Int64]).randomElement(using: &random) ?? 0
        return (
          Self.kinds.randomElement(using: &random) ?? .sent, Int64.random(in: -500..<spread, using: &random)
        )
      }
    }
    var push = Push(times() + (Bool.random(using: &random) ? [(.sent, 0)] : []))
    if Bool.random(using: &random) { push.deliveries[0].becomeAndroid() }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: push.deliveries[0].surround(acked: 0, of: Int.random(in: 0..<20, using: &random))
    case 1: push.deliveries[0].surround(silentBuild: Int.random(in: 1..<20, using: &random))
    case 2:
      let pushes = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
        let sent = Int64.random(in: -Push.hour..<40 * Push.hour, using: &random)
        let wait = Int64.random(in: 0..<90_000, using: &random)
        return DevicePush(
          messageID: "x", sentAt: Push.at(sent), ackedAt: Push.at(sent + wait), ackLatency: wait,
          firstWord: Push.at(sent + wait))
      }
      push.deliveries[0].surround(acked: 5, of: 10, device: pushes.sorted { $0.sentAt < $1.sentAt })
    default: break
    }
    if Int.random(in: 0..<4, using: &random) == 0 { push.add(times(), app: "999") }
    if Int.random(in: 0..<4, using: &random) == 0 { push.deliveries[0].runs = randomRuns(&random) }
    push.isSentToOthers = Bool.random(using: &random)
    push.asOf =
      ([1_000, 10 * 60_000, 20 * 60_000, 100 * Push.hour] as [Int64]).randomElement(using: &random) ?? 0
    return push
  }

  /// What an extension may have written down, in any order and with steps missing.
  private func randomRuns(_ random: inout SeededGenerator) -> [ExtensionExecution] {
    let steps = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      ExtensionLogStep(
        ExtensionStep.allCases.randomElement(using: &random) ?? .received,
        at: Push.at(Int64.random(in: -500..<40_000, using: &random)))
    }
    return ExtensionExecution.all(of: Array(Set(steps)))
  }

  /// Where only how the extension reported is likely, that it did is proven.
  private static let reported: Set<DeliveryVerdict> = [
    .ackedOnFirstTry, .retried, .deliveredLate, .ackedOverBudget,
  ]

  /// The surest verdict on the push; nothing at all is undecided.
  private func certainty(_ push: Push) -> Certainty {
    verdicts(push).map { Self.reported.contains($0) ? .proven : $0.certainty }.max() ?? .undecided
  }

  private func verdicts(_ push: Push) -> [DeliveryVerdict] {
    DeliveryCase.all(of: push.story, push.settings).map(\.verdict)
  }

  /// Everything that can be taken away, one at a time.
  private func ablations(_ push: Push) -> [(what: String, push: Push)] {
    var ablations: [(String, Push)] = []
    for delivery in push.deliveries.indices {
      func without(_ what: String, _ change: (inout DeliveryStory) -> Void) {
        var less = push
        change(&less.deliveries[delivery])
        less.deliveries.removeAll { $0.events.isEmpty && $0.runs.isEmpty }
        ablations.append((what, less))
      }
      for place in push.deliveries[delivery].events.indices {
        without("\(push.deliveries[delivery].events[place].kind)") { $0.events.remove(at: place) }
      }
      let steps = push.deliveries[delivery].runs.flatMap(\.steps)
      for place in steps.indices {
        without("step \(steps[place].step)") { story in
          var rest = steps
          rest.remove(at: place)
          story.runs = ExtensionExecution.all(of: rest)
        }
      }
      without("platform") {
        $0.traits.platform = ""
        $0.traits.isAckEligible = $0.traits.channel == "apns"
      }
      without("channel") {
        $0.traits.channel = ""
        $0.traits.isAckEligible = $0.traits.platform == "iOS"
      }
      without("app version") { $0.traits.appVersion = "" }
      without("surroundings") { $0.surroundings = nil }
      without("message") { $0.surroundings?.message = nil }
      without("around") { $0.surroundings?.around = nil }
      without("device") { $0.surroundings?.device = nil }
    }
    return ablations
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `less evidence never gives a surer verdict`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      var push = randomPush(&random)
      // On to nothing, by a random way, and every way at each step.
      while !push.deliveries.isEmpty {
        let before = certainty(push)
        let ways = ablations(push)
        for (what, less) in ways {
          #expect(
            certainty(less) <= before,
            "without \(what): \(verdicts(push)) became \(verdicts(less))"
          )
        }
        let events = ways.filter {
          $0.push.story.deliveries.flatMap(\.events) != push.story.deliveries.flatMap(\.events)
            || $0.push.story.deliveries.flatMap(\.runs) != push.story.deliveries.flatMap(\.runs)
        }
        guard let next = events.randomElement(using: &random) else { break }
        push = next.push
      }
    }
  }

  @Test func `random pushes meet every verdict`() {
    var random = SeededGenerator(seed: 1)
    var met: Set<DeliveryVerdict> = []
    for _ in 0..<20_000 { met.formUnion(verdicts(randomPush(&random))) }
    #expect(met == Set(DeliveryVerdict.allCases))
  }
}
