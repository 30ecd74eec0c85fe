import ReceiptModel
import Simulation
import Testing

struct SimulatorTests {
  @Test func `the same seed gives the same bytes and another seed others`() {
    let first = write(Scenario(seed: 7, events: 5_000))
    let again = write(Scenario(seed: 7, events: 5_000))
    #expect(first.log == again.log)
    #expect(first.truth == again.truth)
    #expect(first.truth.json == again.truth.json)
    #expect(first.log != write(Scenario(seed: 8, events: 5_000)).log)
  }

  @Test(arguments: [0, 1, 2, 99, 1_000, 20_000])
  func `a log has exactly as many lines as asked for`(events: Int) {
    #expect(write(Scenario(seed: 3, events: events)).log.count { $0 == 0x0A } == events)
  }

  @Test func `sends fill the days of the scenario and stop with them`() {
    let scenario = Scenario(seed: 5, events: 50_000)
    let first = Int(scenario.start.milliseconds / 86_400_000)
    let days = Set(write(scenario).truth.cells.keys.map { $0.day.number - first })
    #expect(days == Set(0..<7))
  }

  @Test(arguments: 1...20)
  func `a small log has every kind it can and every unknown type`(seed: UInt64) {
    let events = self.events(.small(seed: seed))
    #expect(Set(events.map(\.type)) == Set(EventType.allCases))
    #expect(Set(events.map(\.type.kind)).count == 8)
    #expect(events.contains { $0.device == nil })
    #expect(Set(events.map(\.channel)).count > 5)
    let senders = Set(SimulatedApp.defaults.map(\.key))
    #expect(events.contains { !senders.contains($0.appKey) })
  }

  @Test func `a clean log stands in the order of its times`() {
    let times = events(Scenario(seed: 6, events: 20_000).clean).map(\.logTime)
    #expect(times == times.sorted())
  }

  @Test func `late and disordered lines come within an hour and five seconds`() {
    var newest = Instant.earliest
    var late = 0
    var disordered = 0
    var scenario = Scenario(seed: 6, events: 40_000)
    scenario.duplicates = 0
    for event in events(scenario) {
      let delay = newest.milliseconds - event.logTime.milliseconds
      #expect(delay < 3_605_000)
      if delay > 5_000 { late += 1 } else if delay > 0 { disordered += 1 }
      newest = max(newest, event.logTime)
    }
    #expect((250...420).contains(late), "1 % of 40,000 lines, less those that nothing overtook: \(late)")
    #expect((500...2_400).contains(disordered), "5 % of 40,000 lines, less those: \(disordered)")
  }

  @Test func `repeats are exact and as many as asked for`() {
    let truth = write(Scenario(seed: 9, events: 50_000)).truth
    #expect((850...1_110).contains(truth.totals.duplicateLines), "2 % of the events, four sigma")
    #expect(write(Scenario(seed: 9, events: 50_000).clean).truth.totals.duplicateLines == 0)
  }

  @Test func `rates are those of a real log`() {
    var sent = 0
    var failed = 0
    var eligible = 0
    var acked = 0
    let truth = write(Scenario(seed: 10, events: 100_000).clean).truth
    for (cell, counts) in truth.cells {
      sent += counts.sent
      failed += counts.sendFailed
      eligible += counts.ackEligible
      acked += counts.acked
      #expect(cell.channel == .apns || counts.acked == 0)
    }
    #expect((0.025...0.035).contains(Double(failed) / Double(sent + failed)))
    #expect((0.85...0.95).contains(Double(acked) / Double(eligible)))
  }

  @Test func `a device keeps its properties`() {
    var seen: [String: SimulatedEvent] = [:]
    for event in events(Scenario(seed: 13, events: 20_000).clean) where event.type == .sent {
      guard let known = seen.updateValue(event, forKey: event.deviceID) else { continue }
      #expect(known.version == event.version)
      #expect(known.platform == event.platform)
      #expect(known.appKey == event.appKey)
    }
    #expect(seen.count < 2_500)
  }

  func events(_ scenario: Scenario) -> [SimulatedEvent] {
    var simulator = Simulator(scenario)
    var events: [SimulatedEvent] = []
    while let event = simulator.next() { events.append(event) }
    return events
  }
}
