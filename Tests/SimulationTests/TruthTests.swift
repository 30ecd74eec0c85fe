import Foundation
import ReceiptModel
import Simulation
import Testing

struct TruthTests {
  static let scenarios: [Scenario] =
    [Scenario(seed: 11, events: 12_000), Scenario(seed: 12, events: 12_000).clean]
    + (1...6).map { Scenario.small(seed: $0) } + (1...40).map { Scenario(seed: 3, events: $0) }
    + Defect.allCases.flatMap { defect in
      DefectSize.allCases.map { Self.scenario(seed: 5, [defect], $0) }
    } + (1...6).map { Self.scenario(seed: $0, Defect.allCases, .medium) }
    + World.ofReceipts.sorted { $0.rawValue < $1.rawValue }.flatMap { world in
      (1...3).map { Scenario.small(seed: $0).inWorlds([world]) }
    } + (1...6).map { Self.scenario(seed: $0, Defect.allCases, .medium).inWorlds(World.ofReceipts) }

  private static func scenario(seed: UInt64, _ defects: [Defect], _ size: DefectSize) -> Scenario {
    var scenario = Scenario(seed: seed, events: 1_500)
    scenario.days = 4
    scenario.devices = 300
    scenario.opens = 0.2
    scenario.defects = Set(defects)
    scenario.defectSize = size
    return scenario
  }

  @Test(arguments: scenarios)
  func `truth is what a naive recount of the log finds`(scenario: Scenario) throws {
    let (log, truth) = write(scenario)
    let recount = Recount(try ParsedLog(log, shape: .jsonLines).records)
    #expect(truth.totals.lines == recount.lines)
    #expect(truth.totals.events == recount.events.count)
    #expect(truth.totals.brokenLines == recount.brokenLines)
    #expect(truth.totals.duplicateLines == recount.lines - recount.brokenLines - recount.events.count)
    #expect(truth.totals.deliveries == recount.deliveries.count)
    #expect(truth.totals.messages == Set(recount.deliveries.keys.map(\.messageID)).count)
    #expect(truth.totals.unmatched == recount.unmatched)
    #expect(truth.totals.firstEvent?.milliseconds == recount.events.map(\.time).min())
    #expect(truth.totals.lastEvent?.milliseconds == recount.events.map(\.time).max())
    for kind in EventKind.allCases {
      #expect(truth.totals.eventsOfKind[Int(kind.rawValue)] == recount.events.count { $0.kind == kind })
    }
    #expect(try cells(of: truth) == recount.cells)
  }

  @Test func `truth as JSON has sorted keys and ids as text`() throws {
    let truth = write(.small(seed: 4)).truth
    let text = String(decoding: truth.json, as: UTF8.self)
    let value = try #require(JSONSerialization.jsonObject(with: Data(truth.json)) as? [String: Any])
    let sorted = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
    #expect(text.filter { !$0.isWhitespace } == String(decoding: sorted, as: UTF8.self))
    let defects = try #require(value["defects"] as? [[String: Any]])
    #expect(defects.map { $0["defect"] as? String } == Defect.usual.map(\.rawValue))
    #expect(defects[0]["app_key"] as? String == "333526247")
    #expect(defects[0]["app_version"] as? String == "3.3.0")
  }

  /// The cells as the JSON beside a log says them.
  private func cells(of truth: Truth) throws -> [Recount.Cell: [String: Int]] {
    let value = try JSONSerialization.jsonObject(with: Data(truth.json)) as? [String: Any]
    var result: [Recount.Cell: [String: Int]] = [:]
    for cell in try #require(value?["cells"] as? [[String: Any]]) {
      let day = try Date("\(try #require(cell["day"] as? String))T00:00:00Z", strategy: .iso8601)
      let key = Recount.Cell(
        day: Int64(day.timeIntervalSince1970) / 86_400, appKey: try #require(cell["app_key"] as? String),
        channel: try #require(cell["channel"] as? String))
      result[key] = cell.compactMapValues { $0 as? Int }
    }
    return result
  }
}
