import Diagnosis
import ReceiptModel
import TestSupport
import Testing

/// Taking evidence away never makes a verdict on a device surer.
struct DeviceAblationTests {
  private static let fates: [[(EventKind, Int64)]] = [
    [(.sent, 0)], [(.sent, 0)], [(.sent, 0)], [(.sent, 0), (.extAck, 900)], [(.sent, 0), (.opened, 60_000)],
    [(.sent, 0), (.arrived, 500)], [(.sendFailed, 0)], [(.sent, 0), (.arriveFailed, 700)], [(.accepted, 0)],
    [(.extAck, 0)], [(.sent, 0), (.expired, 7_200_000)],
  ]
  private static let reasons = ["", "Unregistered", "TooManyRequests", "notify disabled"]

  /// - Parameter speaks: whether anybody says anything of it.
  private func randomPhone(_ random: inout SeededGenerator, speaks: Bool) -> Phone {
    var phone = Phone()
    phone.setUsual([
      "3.1": Rate(Int.random(in: 0...1000, using: &random), of: 1000),
      "3.2": Rate(Bool.random(using: &random) ? 0 : 800, of: Int.random(in: 800...1000, using: &random)),
    ])
    let fates = speaks ? Self.fates : Array(Self.fates.prefix(1)) + [[(.accepted, 0)]]
    let (isAndroid, step) = (
      Int.random(in: 0..<8, using: &random) == 0, Int64.random(in: 1...3, using: &random)
    )
    for place in 0..<Int64.random(in: 1...16, using: &random) {
      let isQuiet = Int.random(in: 0..<3, using: &random) > 0
      phone.add(place * step, isQuiet ? [(.sent, 0)] : fates.randomElement(using: &random) ?? []) {
        delivery in
        if isAndroid { delivery.becomeAndroid() }
        delivery.traits.appVersion = ["3.1", "3.2", "3.2", ""].randomElement(using: &random) ?? ""
        delivery.traits.reasonText = Self.reasons.randomElement(using: &random) ?? ""
      }
      if speaks, Int.random(in: 0..<12, using: &random) == 0 {
        phone.addForeign([(.extAck, 900)], app: "999")
      }
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      (phone.facts.sendsMeanwhile, phone.facts.sendsSince) = (100, Int.random(in: 0..<300, using: &random))
    }
    if Int.random(in: 0..<6, using: &random) == 0 {
      phone.facts.opens = AppOpens(count: 1, first: Push.at(0), last: Push.at(0))
    }
    let hours: [Int64] = [0, 20, 30, 100]
    phone.asOf = (hours.randomElement(using: &random) ?? 0) * Phone.hour + 1_000
    return phone
  }

  private func verdicts(_ phone: Phone) -> [DeviceVerdict] {
    DeviceCase.all(of: phone.story, phone.settings, in: .utc).map(\.verdict)
  }

  /// The surest verdict on the device; nothing at all is undecided.
  private func certainty(_ phone: Phone) -> Certainty { verdicts(phone).map(\.certainty).max() ?? .undecided }

  /// Everything that can be taken away, one at a time.
  private func ablations(_ phone: Phone) -> [(what: String, phone: Phone)] {
    var ablations: [(String, Phone)] = []
    func without(_ what: String, _ change: (inout Phone) -> Void) {
      var less = phone
      change(&less)
      for place in less.pushes.indices { less.pushes[place].deliveries.removeAll { $0.events.isEmpty } }
      less.pushes.removeAll { $0.deliveries.isEmpty }
      ablations.append((what, less))
    }
    for push in phone.pushes.indices {
      without("push \(push)") { $0.pushes.remove(at: push) }
      for delivery in phone.pushes[push].deliveries.indices {
        for event in phone.pushes[push].deliveries[delivery].events.indices {
          without("event \(event) of push \(push)") {
            $0.pushes[push].deliveries[delivery].events.remove(at: event)
          }
        }
        without("app version of push \(push)") { $0.pushes[push].deliveries[delivery].traits.appVersion = "" }
        without("reason of push \(push)") { $0.pushes[push].deliveries[delivery].traits.reasonText = "" }
        without("platform of push \(push)") {
          $0.pushes[push].deliveries[delivery].traits.isAckEligible = false
        }
      }
    }
    without("what is usual") { $0.facts.usual = nil }
    without("sends") { ($0.facts.sendsMeanwhile, $0.facts.sendsSince) = (0, 0) }
    without("opens") { $0.facts.opens = nil }
    return ablations
  }

  @Test(arguments: 0..<5 as Range<UInt64>) func `less evidence never gives a surer verdict`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<8 {
      var phone = randomPhone(&random, speaks: round % 2 == 0)
      // On to nothing, by a random way, and every way at each step.
      while !phone.pushes.isEmpty {
        let before = certainty(phone)
        let ways = ablations(phone)
        for (what, less) in ways {
          #expect(
            certainty(less) <= before, "without \(what): \(verdicts(phone)) became \(verdicts(less))")
        }
        guard let next = ways.filter({ $0.what.contains("push") }).randomElement(using: &random) else {
          break
        }
        phone = next.phone
      }
    }
  }

  @Test func `random devices meet every verdict`() {
    var random = SeededGenerator(seed: 1)
    var met: Set<DeviceVerdict> = []
    for round in 0..<3_000 {
      met.formUnion(verdicts(randomPhone(&random, speaks: round % 2 == 0)))
    }
    #expect(met == Set(DeviceVerdict.allCases))
  }
}
