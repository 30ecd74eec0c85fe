import ReceiptModel
import Reporting
import Testing

struct ReportScopeTests {
  private let zone = Sample.zone

  private func start(_ text: String) -> Int64 {
    zone.start(of: CivilDay(text) ?? CivilDay(number: 0)).milliseconds
  }

  /// The reported days when the ledger has cohorts on some days and as-of is some time.
  private func latest(_ days: [String], asOf: Int64) -> [String] {
    let sorted = days.sorted()
    guard let first = sorted.first, let last = sorted.last else { return [] }
    let report = ReportScope.latest(
      span: start(first)..<start(last) + 3_600_000, zone: zone, appKeys: [], asOf: asOf, settle: Sample.settle
    ) { scope in
      scope.days.indices.filter { days.contains(scope.days[$0].name) }.map {
        Sample.cell(day: $0, "333", [""], [.deliveries: 1])
      }
    }
    return report.headline.days.map(\.name)
  }

  @Test func `the report is about the last ripe day with a cohort`() {
    let days = ["2026-09-18", "2026-09-20", "2026-09-21"]
    #expect(latest(days, asOf: start("2026-09-22") + Sample.settle) == ["2026-09-21"])
    #expect(latest(days, asOf: start("2026-09-22") + Sample.settle - 1) == ["2026-09-20"])
    #expect(latest(["2026-09-18", "2026-09-21"], asOf: start("2026-09-22")) == ["2026-09-18"])
  }

  @Test func `a report on seven days ends with the last ripe one and has two weeks before them`() {
    let report = ReportScope.latest(
      7, span: start("2026-09-01")..<start("2026-09-22"), zone: zone, appKeys: [],
      asOf: start("2026-09-22") + Sample.settle, settle: Sample.settle
    ) { scope in scope.days.indices.map { Sample.cell(day: $0, "333", [""], [.deliveries: 1]) } }
    #expect(report.headline.days.first?.name == "2026-09-15")
    #expect(report.headline.days.last?.name == "2026-09-21")
    #expect(report.all.days.count == 21)
  }

  @Test(arguments: [
    ("2026-07-15", "2026-09-10", "2026-08-01"), ("2026-07-15", "2026-08-31", "2026-08-01"),
    ("2026-08-01", "2026-09-30", "2026-09-01"), ("2026-08-01", "2026-09-01", "2026-08-01"),
    ("2025-11-01", "2026-01-03", "2025-12-01"), ("2024-02-01", "2024-03-07", "2024-02-01"),
    ("2026-08-02", "2026-09-10", nil), ("2026-09-03", "2026-09-10", nil),
  ])
  func `the last month is the one that is over with the last ripe day, if the ledger has all of it`(
    first: String, last: String, month: String?
  ) throws {
    let span = start(first) + 5 * 3_600_000..<start(last) + 3_600_000
    let asOf = start(last) + 86_400_000 + Sample.settle
    let report = ReportScope.latest(
      span: span, zone: zone, appKeys: ["333"], asOf: asOf, settle: Sample.settle
    ) {
      scope in scope.days.indices.map { Sample.cell(day: $0, "333", [""], [.deliveries: 1]) }
    }
    let scope = report.lastMonth(of: span, zone: zone)
    let days = scope?.headline.days.map(\.name)
    #expect(days?.first == month)
    #expect(days?.allSatisfy { $0.hasPrefix(month?.prefix(7) ?? "") } ?? true)
    #expect(days.map { (28...31).contains($0.count) } ?? true)
    #expect(scope?.headline.appKeys ?? ["333"] == ["333"])
  }

  @Test func `where no day is ripe the report is about the last one`() {
    #expect(latest(["2026-09-21"], asOf: start("2026-09-21") + 5) == ["2026-09-21"])
  }

  @Test func `an empty ledger has no day`() {
    let report = ReportScope.latest(
      span: nil, zone: zone, appKeys: [], asOf: 0, settle: Sample.settle
    ) { _ in [] }
    #expect(report.all.days.isEmpty)
    #expect(report.headline.days.isEmpty)
  }

  @Test func `a day has two weeks of history`() {
    let report = ReportScope.window(
      start("2026-09-21")..<start("2026-09-22"), zone: zone, appKeys: [], asOf: 0, settle: 0)
    #expect(report.all.days.count == 15)
    #expect(report.all.days[0].name == "2026-09-07")
    #expect(report.headline.days.map(\.name) == ["2026-09-21"])
  }

  @Test func `a window cuts its first and last day, and has the weeks before it`() {
    let window = start("2026-09-01") + 7..<start("2026-09-21") + 9
    let report = ReportScope.window(window, zone: zone, appKeys: [], asOf: 0, settle: 0)
    #expect(report.headline.days.count == 21)
    #expect(report.headline.days.first?.start == window.lowerBound)
    #expect(report.headline.days.last?.end == window.upperBound)
    #expect(report.all.days.count == 42)
    #expect(report.all.days[report.reported.lowerBound - 1].end == start("2026-09-01"))
  }

  @Test func `several days are compared with as many before`() throws {
    var input = Sample.smallDay
    input.scope.reported = 11..<15
    let text = try Sample.render(input)
    #expect(text.contains("| vs 4 days before |"))
    #expect(text.contains("# Push delivery, 2026-09-18 to 2026-09-21"))
    input.scope.reported = 0..<15
    #expect(try !Sample.render(input).contains("| vs "))
  }

  @Test func `a check without a window judges 24 full settled hours and has two weeks before them`() {
    let asOf = start("2026-09-22") + 5_000
    let scope = ReportScope.settledDays(zone: zone, appKeys: ["333"], asOf: asOf, settle: Sample.settle)
    let day: Int64 = 86_400_000
    #expect(scope.all.days.count == 15 && scope.reported == 14..<15)
    // Five seconds past midnight less a quarter of an hour: the last full hour ended at 23:00.
    let end = start("2026-09-21") + 23 * 3_600_000
    #expect(scope.headline.window == end - day..<end)
    #expect(scope.headline.days.allSatisfy(scope.all.isRipe))
    for (one, next) in zip(scope.all.days, scope.all.days.dropFirst()) { #expect(one.end == next.start) }
    #expect(Set(scope.all.days.map(\.name)).count == 15)
  }
}
