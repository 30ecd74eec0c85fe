import Foundation
import ReceiptModel
import TestSupport
import Testing

@testable import Simulation

/// The fast parts, each against a slow and plain twin.
struct PartsTests {
  @Test func `digits are those of the standard library`() {
    var generator = SeededGenerator(seed: 1)
    var numbers: [UInt64] = [0, 9, 10, 99, 100, 101, 999, 1_000, 10_000_000_000_000_000, .max]
    for _ in 0..<2_000 { numbers.append(generator.next() >> UInt64.random(in: 0..<64, using: &generator)) }
    for number in numbers {
      var bytes = Array("before".utf8)
      NumberBytes.append(number, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "before\(number)")
    }
  }

  @Test func `hexadecimal digits keep leading zeros`() {
    var bytes = Array(repeating: UInt8(0x2D), count: 33)
    NumberBytes.fillHexadecimal(high: 0x0A, low: 0xFEDC_BA98_7654_3210, endOf: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "-000000000000000afedcba9876543210")
  }

  @Test func `the queue gives events by position, equal ones in the order they came`() {
    var generator = SeededGenerator(seed: 2)
    var queue = EventQueue()
    var waiting: [(position: Int64, event: SimulatedEvent)] = []
    var simulator = Simulator(.small(seed: 1))
    while let event = simulator.next() {
      let position = Int64.random(in: 0..<50, using: &generator)
      queue.push(event, at: position)
      let index = waiting.firstIndex { $0.position > position } ?? waiting.count
      waiting.insert((position, event), at: index)
      guard Bool.random(using: &generator) else { continue }
      #expect(queue.next == waiting.first?.position)
      #expect(queue.pop() == waiting.removeFirst().event)
    }
    while let event = queue.pop() { #expect(event == waiting.removeFirst().event) }
    #expect(waiting.isEmpty)
  }

  @Test(arguments: [1, 2, 12, 97, 360])
  func `a walk meets every device once`(devices: Int) {
    var scenario = Scenario(seed: 1)
    scenario.devices = devices
    scenario.apps = [SimulatedApp(key: 1, weight: 1, iOSShare: 1, versions: [AppVersion(1, 0, 0)])]
    var chance = RandomStream(seed: 3, stream: 4)
    for _ in 0..<20 {
      var walk = Audience(of: scenario.apps[0], in: scenario).walk(&chance)
      #expect(Set((0..<devices).compactMap { _ in walk.next() }) == Set(0..<devices))
      #expect(walk.next() == nil)
    }
  }

  @Test func `an extension that never hears an answer tries at 0, 6 and 12 s and gives up after 17`() {
    var conditions = Conditions()
    conditions.reach = 1
    conditions.answer = 0
    var chance = RandomStream(seed: 5, stream: 6)
    for _ in 0..<200 {
      var arrivals: [ReportArrival] = []
      let end = ServiceExtension.report(from: 1_000, network: 1, conditions, &chance, arrivals: &arrivals)
      #expect(end == 18_000)
      #expect(arrivals.count == 3)
      for (attempt, arrival) in arrivals.enumerated() {
        #expect((1_000..<6_000).contains(arrival.time - Int64(attempt) * 6_000))
        #expect(Int(arrival.attempt) == attempt + 1)
      }
    }
  }

  @Test func `draws have the shape they are asked for`() {
    var chance = RandomStream(seed: 7, stream: 8)
    let waits = (0..<20_000).map { _ in chance.exponential(mean: 1_800_000) }
    let delays = (0..<20_000).map { _ in chance.logNormal(median: 600, sigma: 0.9) }.sorted()
    let weighted = Weighted([("a", 3), ("b", 1)])
    let picks = (0..<20_000).count { _ in weighted.pick(&chance) == "a" }
    #expect((1_740_000...1_860_000).contains(waits.reduce(0, +) / 20_000))
    #expect(waits.allSatisfy { $0 >= 0 })
    #expect((570...630).contains(delays[10_000]))
    // One sigma above the median lie 16 %.
    #expect((1_350...1_600).contains(delays[16_827]))
    #expect((14_700...15_300).contains(picks))
  }
}
