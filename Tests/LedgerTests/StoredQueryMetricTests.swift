import Assets
import Ledger
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// The rates of the stored queries against `Metric`, which the reports and exports use.
@Suite struct StoredQueryMetricTests {
  private let ledger: StoredQueryLedger
  private let scope: CohortScope

  init() throws {
    let (start, day) = (StoredQueryLedger.start, Int64(86_400_000))
    // Ten days later something happens once more, so that everything else has settled.
    let last = PlainEvent(
      app: "24700001", message: "m-last", device: "d", kind: .displayed, time: start + 10 * day)
    ledger = try StoredQueryLedger(
      StoredQueryLedger.handMade + StoredQueryLedger.random(600, seed: 5) + [last])
    let days = (0..<3).map { index in
      DaySpan(
        name: "2024-09-2\(1 + index)", start: start + Int64(index) * day, end: start + Int64(index + 1) * day)
    }
    scope = CohortScope(days: days, appKeys: [], asOf: last.time, settle: LedgerSettings().settle)
  }

  /// One column of each row as a rate's value; `nil` for NULL.
  private func shares(_ name: String, in table: ResultTable) throws -> [Double?] {
    let column = try #require(table.columns.firstIndex { $0.name == name })
    return table.rows.map { row in
      if case .real(let value) = row[column] { return value }
      return nil
    }
  }

  /// Equal to the six digits that queries give, and empty where the other is.
  private func agree(_ left: [Double?], _ right: [Double?]) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { one, other in
        guard let one, let other else { return one == nil && other == nil }
        return abs(one - other) <= 0.5e-6 + 1e-12
      }
  }

  @Test(arguments: [Metric.sendSuccessRate, .ackRate, .confirmedRate])
  func `rates by day and channel are the metrics`(metric: Metric) throws {
    let cells = try ledger.store.channelCells(scope)
    let table = try ledger.answer(NamedQuery("delivery-rate-by-day-and-channel").text)
    #expect(cells.count > 4)
    #expect(agree(try shares(metric.rawValue, in: table), cells.map { metric.rate($0.counts).value }))
  }

  private static func bytes(_ cell: Cell) -> [UInt8] {
    if case .text(let text) = cell { text.bytes } else { [] }
  }

  @Test(arguments: [Metric.ackRate, .ackCoverage, .openRateSent])
  func `rates by version are the metrics`(metric: Metric) throws {
    var cells: [[[UInt8]]: Counts] = [:]
    for cell in try ledger.store.versionCells(scope) {
      cells[([cell.key.appKey] + cell.key.parts).map(\.bytes), default: Counts()].add(cell.counts)
    }
    let table = try ledger.answer(NamedQuery("by-app-version-and-os-version").text)
    let keys = table.rows.map { $0.prefix(3).map(Self.bytes) }
    #expect(keys.count > 4 && Set(keys) == Set(cells.keys))
    let wanted = keys.map { cells[$0].flatMap { metric.rate($0).value } }
    #expect(agree(try shares(metric.rawValue, in: table), wanted))
  }

  @Test(arguments: [Metric.openRateSent, .openRateConfirmed])
  func `open rates by day are the metrics`(metric: Metric) throws {
    var days: [[String]: Counts] = [:]
    for cell in try ledger.store.channelCells(scope) {
      days[[scope.days[cell.key.day].name, cell.key.appKey], default: Counts()].add(cell.counts)
    }
    let wanted = days.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { metric.rate($0.value).value }
    #expect(agree(try shares(metric.rawValue, in: try ledger.answer(NamedQuery("open-rate").text)), wanted))
  }

  @Test func `rates of messages are the metrics`() throws {
    let cells = try ledger.store.messageCells(scope).elements().filter { $0.counts[.sent] > 0 }
    let table = try ledger.answer(NamedQuery("messages-ranked").text)
    #expect(table.rows.count == cells.count)
    for metric in [Metric.openRateSent, .ackRate, .confirmedRate] {
      let values = try shares(metric.rawValue, in: table)
      for cell in cells {
        let key = [cell.appKey.bytes, cell.messageID.bytes]
        let place = try #require(table.rows.firstIndex { $0[1...2].map(Self.bytes) == key })
        #expect(agree([values[place]], [metric.rate(cell.counts).value]))
      }
    }
    let low = try shares("open_rate_low", in: table)
    #expect(low == low.sorted { ($0 ?? 0) > ($1 ?? 0) })
    let wilson = cells.compactMap { Metric.openRateSent.rate($0.counts).interval?.lowerBound }.sorted(by: >)
    #expect(agree(low, wilson))
  }

  @Test func `the worst messages come first by the upper end of their intervals`() throws {
    let cells = try ledger.store.messageCells(scope).elements().filter { $0.counts[.sent] > 0 }
    let table = try ledger.answer(
      NamedQuery("messages-ranked").text, ["order": .text("worst")])
    let high = try shares("open_rate_high", in: table)
    let wilson = cells.compactMap { Metric.openRateSent.rate($0.counts).interval?.upperBound }.sorted()
    #expect(agree(high, wilson))
    #expect(high.count > 4)
  }

  @Test(arguments: [nil, 2, 4, 20] as [Int64?])
  func `messages with fewer sends than the minimum are left out`(minimum: Int64?) throws {
    let cells = try ledger.store.messageCells(scope).elements()
    let table = try ledger.answer(
      NamedQuery("messages-ranked").text, minimum.map { ["minimum": .integer($0)] } ?? [:])
    let wanted = cells.map { Int64($0.counts[.sent]) }.filter { $0 >= minimum ?? 1 }.sorted()
    let sent = table.rows.compactMap { row in if case .integer(let sent) = row[6] { sent } else { nil } }
    #expect(sent.sorted() == wanted)
    #expect(sent.isEmpty == (minimum == 20))
  }

  @Test func `messages of one job have the sends of that job alone`() throws {
    for cell in try CohortCells(ledger.store.dayCells(by: .job, scope)).summedOverDays() {
      let table = try ledger.answer(
        NamedQuery("messages-ranked").text,
        [
          "app_key": .text(cell.key.appKey), "job_key": .text(cell.key.parts[0]),
        ])
      let sent = table.rows.compactMap { row in if case .integer(let sent) = row[6] { sent } else { nil } }
      #expect(sent.reduce(0, +) == Int64(cell.counts[.sent]), "\(cell.key)")
    }
  }

  @Test func `percentiles and histogram are those of the reports`() throws {
    var byChannel: [[String]: LatencyHistogram] = [:]
    var byApp: [String: LatencyHistogram] = [:]
    for cell in try ledger.store.channelCells(scope) where !cell.latencies.counts.isEmpty {
      byChannel[[cell.key.appKey, cell.key.parts[0]], default: LatencyHistogram()].add(cell.latencies)
      byApp[cell.key.appKey, default: LatencyHistogram()].add(cell.latencies)
    }
    let percentiles = byChannel.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { $0.value.percentiles([0.5, 0.9, 0.95, 0.99]).compactMap { $0 } }
      .filter { !$0.isEmpty }
    let rows = try ledger.answer(NamedQuery("ack-latency-percentiles").text).rows
    #expect(rows.map { $0.dropFirst(3).map { $0 } } == percentiles.map { $0.map { .integer($0) } })
    let coarse = byApp.sorted { $0.key < $1.key }.flatMap { $0.value.coarse.map { Cell.integer(Int64($0)) } }
    #expect(!coarse.isEmpty)
    #expect(try ledger.answer(NamedQuery("ack-latency-histogram").text).rows.map { $0[3] } == coarse)
  }

  /// A SELECT of an AppKey and a number, as a dictionary without zeros.
  private func sums(_ sql: String) throws -> [String: Int64] {
    var sums: [String: Int64] = [:]
    for row in try ledger.answer(sql).rows {
      guard case .text(let appKey) = row[0], case .integer(let count) = row[1], count > 0 else { continue }
      sums[appKey] = count
    }
    return sums
  }

  /// A stored query in parentheses, to select from.
  private func part(_ name: String) -> String {
    let text = NamedQuery(name).text
    return "(" + text[..<(text.lastIndex(of: ";") ?? text.endIndex)] + ")"
  }

  @Test func `timeouts are those of the flags`() throws {
    let flagged = try sums("SELECT app_key, count(*) FROM flags WHERE flag = 'ack_timeout' GROUP BY app_key")
    let asked = try sums("SELECT app_key, sum(ack_timeout) FROM \(part("ack-timeouts")) GROUP BY app_key")
    #expect(flagged.count > 2)
    #expect(asked == flagged)
  }

  @Test func `mismatches are those of the flags`() throws {
    let flagged = try sums(
      "SELECT detail, count(*) FROM flags WHERE flag = 'app_key_mismatch' GROUP BY detail")
    let asked = try sums(
      "SELECT app_key, sum(mismatched) FROM \(part("app-key-mismatches")) GROUP BY app_key")
    #expect(flagged["24700001"] == 1)
    #expect(asked == flagged)
  }

  @Test func `reasons are those of the failures`() throws {
    var wanted: [String: Int64] = [:]
    for cell in try ledger.store.failureCells(scope) { wanted[cell.appKey, default: 0] += Int64(cell.count) }
    let asked = try sums("SELECT app_key, sum(failed) FROM \(part("failure-reasons")) GROUP BY app_key")
    #expect(wanted["24700001"] == 1)
    #expect(asked == wanted)
  }
}
