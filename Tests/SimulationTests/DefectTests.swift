import ReceiptModel
import Simulation
import Testing

/// Deliveries of a log, each with its events.
private struct Deliveries {
  struct Key: Hashable {
    var message: UInt64
    var device: DeviceKey?
  }

  private(set) var events: [Key: [SimulatedEvent]] = [:]
  let truth: Truth

  init(_ scenario: Scenario) {
    var simulator = Simulator(scenario)
    while let event = simulator.next() {
      events[Key(message: event.messageID, device: event.device), default: []].append(event)
    }
    truth = simulator.truth
  }

  /// Those whose `sent` satisfies a condition.
  func sent(where holds: (SimulatedEvent) -> Bool) -> [[SimulatedEvent]] {
    events.values.filter { $0.contains { $0.type == .sent && holds($0) } }
  }
}

struct DefectTests {
  /// Clean but for one defect.
  private func deliveries(with defect: Defect?) -> Deliveries {
    var scenario = Scenario(seed: 21, events: 60_000).clean
    scenario.resends = 0
    scenario.opens = 0.2
    if let defect { scenario.defects = [defect] }
    return Deliveries(scenario)
  }

  private func planted(_ deliveries: Deliveries) throws -> Truth.Planted {
    #expect(deliveries.truth.defects.count == 1)
    return try #require(deliveries.truth.defects.first)
  }

  private func share(of events: [[SimulatedEvent]], having type: EventType) -> Double {
    Double(events.count { $0.contains { $0.type == type } }) / Double(events.count)
  }

  @Test func `a silent AppKey acks until its day, then only opens`() throws {
    let log = deliveries(with: .silentAppKey)
    let planted = try planted(log)
    let site = planted.site
    let build = { (event: SimulatedEvent) in event.appKey == site.appKey && event.version == site.version }
    let before = log.sent { build($0) && $0.time < site.since }
    let after = log.sent { build($0) && $0.time >= site.since }
    #expect(share(of: before, having: .extAck) > 0.8)
    #expect(share(of: after, having: .extAck) == 0)
    #expect(share(of: after, having: .open) > 0.1)
    #expect(planted.affected == after.count)
    #expect(planted.visible == after.count)
  }

  @Test func `a leaking AppKey acks under a key that never sends`() throws {
    let log = deliveries(with: .leakingAppKey)
    let planted = try planted(log)
    let foreignKey = try #require(planted.site.foreignKey)
    let leaked = log.events.values.filter { $0.contains { $0.appKey == foreignKey } }
    #expect(leaked.count == planted.visible)
    #expect(leaked.count > 200)
    #expect(log.truth.cells.keys.allSatisfy { $0.appKey != foreignKey })
    for event in leaked.joined() {
      #expect((event.appKey == foreignKey) == (event.type == .extAck))
    }
  }

  @Test func `an extension that times out loses most acks and echoes the others`() throws {
    let log = deliveries(with: .extensionTimeout)
    let site = try planted(log).site
    let slow = log.sent {
      $0.appKey == site.appKey && $0.version == site.version && ["3g", "4g"].contains($0.networkText)
    }
    let fast = log.sent {
      $0.appKey == site.appKey && $0.version == site.version && !["3g", "4g"].contains($0.networkText)
    }
    #expect(try planted(log).affected == slow.count)
    #expect((0.1...0.3).contains(share(of: slow, having: .extAck)))
    #expect(share(of: fast, having: .extAck) > 0.8)
    #expect(share(of: slow, having: .open) > 0.05)
    var echoes = 0
    var inBand = 0
    for events in slow {
      let acks = events.filter { $0.type == .extAck }.map(\.time.milliseconds).sorted()
      for (first, next) in zip(acks, acks.dropFirst()) {
        echoes += 1
        // 6 or 12 s apart, give or take the way of the request, which may be slow.
        if (4_000...18_000).contains(next - first) { inBand += 1 }
      }
    }
    #expect(echoes > 50)
    #expect(Double(inBand) > Double(echoes) * 0.98)
  }

  @Test func `skewed clocks stamp answers before the send`() throws {
    let log = deliveries(with: .clockSkew)
    let planted = try planted(log)
    let early = log.sent { _ in true }.filter { events in
      let sent = events.filter { $0.type == .sent }.map(\.time).min() ?? .latest
      return events.contains { [.extAck, .open, .click].contains($0.type) && $0.time < sent }
    }
    #expect(early.count == planted.visible)
    #expect(early.count > 100)
    #expect(planted.affected >= planted.visible)
  }

  @Test func `a clean log has none of them`() {
    let log = deliveries(with: nil)
    #expect(log.truth.defects.isEmpty)
    let senders = Set(SimulatedApp.defaults.map(\.key))
    for event in log.events.values.joined() {
      #expect(senders.contains(event.appKey))
      #expect(event.time == event.logTime)
    }
    #expect(log.truth.cells.values.allSatisfy { $0.appKeyMismatch == 0 })
  }

  @Test func `acks of a healthy app come at once, a few in the later tries`() {
    let log = deliveries(with: nil)
    var latencies: [Int64] = []
    for events in log.sent(where: { $0.platform == .iOS }) {
      guard let sent = events.first(where: { $0.type == .sent }),
        let ack = events.filter({ $0.type == .extAck }).map(\.time.milliseconds).min()
      else { continue }
      latencies.append(ack - sent.time.milliseconds)
    }
    let count = Double(latencies.count)
    func share(_ range: Range<Int64>) -> Double { Double(latencies.count { range.contains($0) }) / count }
    #expect(latencies.allSatisfy { $0 > 0 })
    #expect((0.75...0.9).contains(share(0..<5_000)))
    #expect((0.01...0.1).contains(share(6_000..<11_000)))
    #expect(share(6_000..<11_000) > share(12_000..<17_000))
    #expect((0.05...0.12).contains(share(60_000..<(.max))), "offline devices")
  }
}
