import Diagnosis
import ReceiptModel
import Simulation
import TestSupport
import Testing

/// What is said about an ack's try is never wrong, whatever the network did.
struct TryBoundsTests {
  private func bounds(acks: [Int64], sends: [Int64] = [120]) -> [TryBounds] {
    TryBounds.of(
      acks.map { PushEvent(appKey: "a", kind: .extAck, at: Instant(milliseconds: $0)) },
      sends: sends.map(Instant.init(milliseconds:)), RetrySchedule())
  }

  /// What `TryBounds` does, as its words say it: every ack is looked at for every ack.
  private func slowTries(_ acks: [Int64], _ sends: [Int64]) -> [ClosedRange<Int>] {
    let (schedule, acks) = (RetrySchedule(), acks.sorted())
    func sendsBefore(_ ack: Int64) -> [Int64] {
      sends.filter { $0 <= ack + (ack % 1_000 == 0 ? 999 : 0) }.sorted()
    }
    func chain(_ others: [Int64], from ack: Int64) -> Int {
      var (count, last) = (0, ack)
      for other in others {
        guard abs(other - ack) <= schedule.retryGap.upperBound, sendsBefore(other).count == 1 else { break }
        guard abs(other - last) >= schedule.retryGap.lowerBound else { continue }
        (count, last) = (count + 1, other)
      }
      return count
    }
    return acks.indices.map { place in
      let (ack, before) = (acks[place], sendsBefore(acks[place]))
      guard let first = before.first else { return 1...schedule.tries }
      let most = ack + (ack % 1_000 == 0 ? 999 : 0) - first
      let tries = 1...min(schedule.tries, max(1, Int(most / schedule.pause) + 1))
      guard before.count == 1 else { return tries }
      let earlier = chain(acks[..<place].reversed(), from: ack)
      let later = chain(Array(acks[(place + 1)...]), from: ack)
      guard earlier + 1 + later <= schedule.tries else { return tries }
      return 1 + earlier...max(1 + earlier, min(tries.upperBound, schedule.tries - later))
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `tries are those that looking at every ack for every ack gives`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let span = Int64.random(in: 1_000...120_000, using: &random)
      func times(_ most: Int) -> [Int64] {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in
          let time = Int64.random(in: 0...span, using: &random)
          return Bool.random(using: &random) ? time : time / 1_000 * 1_000
        }
      }
      let (acks, sends) = (times(12), times(2))
      #expect(bounds(acks: acks, sends: sends).map(\.tries) == slowTries(acks, sends), "\(acks) of \(sends)")
    }
  }

  @Test(arguments: [
    (1_119, 1...1), (1_121, 1...2), (2_119, 1...2), (2_121, 1...3), (90_121, 1...3),
  ])
  func `the time since the send bounds the try`(ack: Int64, tries: ClosedRange<Int>) {
    #expect(bounds(acks: [ack]).map(\.tries) == [tries])
  }

  @Test func `an ack of which the stamp is in whole seconds may be up to a second later`() {
    #expect(bounds(acks: [1_000]).map(\.latency) == [880...1_879])
    #expect(bounds(acks: [1_000]).map(\.tries) == [1...2])
    #expect(bounds(acks: [1_500], sends: [1_000]).map(\.latency) == [-499...500])
  }

  @Test func `three acks of one start are the three tries`() {
    #expect(bounds(acks: [3_000, 9_000, 15_000]).map(\.tries) == [1...1, 2...2, 3...3])
    #expect(bounds(acks: [3_000, 15_000]).map(\.tries) == [1...2, 2...3])
  }

  @Test func `more acks than tries follow no schedule, so nothing is concluded`() {
    #expect(bounds(acks: [3_000, 7_500, 12_000, 16_500]).map(\.tries) == [1...3, 1...3, 1...3, 1...3])
  }

  @Test func `with a later send, waits are told from it and tries from the first`() {
    let late = bounds(acks: [60_620], sends: [120, 60_120])
    #expect(late.map(\.latency) == [500...60_500])
    #expect(late.map(\.tries) == [1...3])
    #expect(late.map(\.leastWait) == [0])
  }

  /// A client of the SDK's schedule on a bad network: tries fail at once, late or never, requests arrive whose answers are
  /// lost, pushes wait, the extension works before it reports, the system ends it, stamps are cut to seconds.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the true try is never outside the bounds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (single, all) = (0, 0)
    for _ in 0..<2_000 {
      let sent = Int64.random(in: 1_790_000_000_000..<1_790_000_100_000, using: &random)
      let start =
        sent
        + (Bool.random(using: &random)
          ? Int64.random(in: 0..<1_200, using: &random)
          : Int64.random(in: 0..<200_000, using: &random))
      var clock = start + (Bool.random(using: &random) ? Int64.random(in: 0..<25_000, using: &random) : 0)
      var acks: [(time: Int64, attempt: Int)] = []
      for attempt in 1...3 {
        let length = Bool.random(using: &random) ? 5_000 : Int64.random(in: 0..<5_000, using: &random)
        let arrives = Int.random(in: 0..<3, using: &random) > 0
        let time = clock + Int64.random(in: 0...length, using: &random)
        if arrives, time <= start + 30_000 { acks.append((time, attempt)) }
        if arrives, Bool.random(using: &random) { break }
        clock += length + 1_000
      }
      let cut = Bool.random(using: &random)
      func stamp(_ time: Int64) -> Int64 { cut ? time / 1_000 * 1_000 : time }
      let stamped = acks.map { (stamp($0.time), $0.attempt) }
      // Two acks with one stamp are one event.
      guard Set(stamped.map(\.0)).count == stamped.count else { continue }
      let told = bounds(acks: stamped.map(\.0), sends: [stamp(sent)])
      for (bound, ack) in zip(told, acks) {
        #expect(bound.tries.contains(ack.attempt), "\(acks) of a send at \(sent): \(bound)")
        #expect(bound.latency?.contains(ack.time - sent) == true)
        #expect(bound.leastWait <= start - sent)
        all += 1
        if bound.tries.count == 1 { single += 1 }
      }
    }
    #expect(single * 20 > all, "a single try is told for \(single) of \(all) acks")
  }

  @Test func `the simulator's true try is never outside the bounds`() {
    var scenario = Scenario(seed: 9, events: 60_000)
    // Bounds hold up to the clocks, and where the log has every send.
    scenario.defects.remove(.clockSkew)
    scenario.lostSends = 0
    scenario.anonymous = 0
    var simulator = Simulator(scenario)
    var deliveries: [DeliveryKeyPair: (sends: [Int64], acks: [Int64: Set<Int>])] = [:]
    while let event = simulator.next() {
      guard let device = event.device else { continue }
      let key = DeliveryKeyPair(message: event.messageID, device: device)
      if event.type == .sent { deliveries[key, default: ([], [:])].sends.append(event.time.milliseconds) }
      if event.type == .extAck {
        deliveries[key, default: ([], [:])].acks[event.time.milliseconds, default: []].insert(
          Int(event.attempt))
      }
    }
    var (single, all) = (0, 0)
    for delivery in deliveries.values where !delivery.sends.isEmpty {
      let told = bounds(acks: Array(delivery.acks.keys), sends: Array(Set(delivery.sends)))
      for bound in told {
        let truth = delivery.acks[bound.ack.at.milliseconds] ?? []
        #expect(truth.contains { bound.tries.contains($0) }, "\(truth), told \(bound.tries)")
        all += 1
        if bound.tries.count == 1 { single += 1 }
      }
    }
    #expect(all > 10_000)
    // docs/explain.md names the share.
    #expect(
      (0.25...0.28).contains(Double(single) / Double(all)), "one try is told for \(single) of \(all) acks")
  }
}

private struct DeliveryKeyPair: Hashable {
  var message: UInt64
  var device: DeviceKey
}
