import Diagnosis
import ReceiptModel
import Testing

@testable import Reporting

struct ReportHoursTests {
  /// Sends of one in each hour of `hours`, of two days in a zone.
  private func input(_ zone: ReportZone, _ first: String, count: Int = 2) throws -> ReportInput {
    let day = try #require(CivilDay(first))
    let days = ReportScope.spans(from: day, through: day.adding(days: count - 1), zone)
    var hours: [DaySpan] = []
    for day in days {
      var start = day.start
      while start < day.end {
        let end = min(day.end, (start / 3_600_000 + 1) * 3_600_000)
        hours.append(DaySpan(name: day.name, start: start, end: end))
        start = end
      }
    }
    let cells = hours.indices.map { Sample.cell(day: $0, "1", ["apns"], [.sent: 1]) }
    let scope = ReportScope(
      all: CohortScope(days: days, appKeys: [], asOf: days[count - 1].end, settle: 0), reported: 0..<count)
    var evidence = Evidence(scope: scope.headline, history: days)
    evidence.hours = hours
    evidence.hourCells = cells
    return ReportInput(toolVersion: "1", zone: zone, scope: scope, evidence: evidence, command: "")
  }

  private func sends(_ input: ReportInput) -> [[Int]] { input.countsByHour.map { $0.map { $0[.sent] } } }

  @Test func `an hour is the one that the clocks of the zone show`() throws {
    var one = try input(Sample.zone, "2026-09-21")
    #expect(sends(one) == Array(repeating: Array(repeating: 1, count: 24), count: 2))
    one.evidence.hourCells = [Sample.cell(day: 9, "1", ["apns"], [.sent: 5])]
    #expect(sends(one)[0][9] == 5)
  }

  @Test func `where zones are half an hour off, an hour that a day cuts stands where it begins`() throws {
    let zone = try #require(ReportZone(fixed: "+05:30"))
    // 00:00 to 00:30, 00:30 to 01:30, …, 23:30 to 24:00.
    let expected = [2] + Array(repeating: 1, count: 23)
    #expect(sends(try input(zone, "2026-09-21")) == [expected, expected])
  }

  @Test func `an hour that clocks show twice has both, one that they leave out has none`() throws {
    // As in Berlin: forward on 2026-03-29 at 01:00 UTC, back on 2026-10-25 at 01:00 UTC.
    let zone = ReportZone(
      name: "Europe/Berlin", firstOffset: 3600,
      changes: [.init(from: 1_774_746_000, offset: 7200), .init(from: 1_792_890_000, offset: 3600)])
    let spring = sends(try input(zone, "2026-03-29", count: 1))[0]
    #expect(spring[1...3] == [1, 0, 1] && spring.reduce(0, +) == 23)
    let autumn = sends(try input(zone, "2026-10-25", count: 1))[0]
    #expect(autumn[1...3] == [1, 2, 1] && autumn.reduce(0, +) == 25)
  }

  @Test func `an hour with few sends has no shade`() throws {
    let chart = try #require(DailyReport.charts["hours"]?(Sample.smallDay))
    guard case .heat(let rows, let columns, let values) = chart.drawing else {
      Issue.record("the hours are no heat map")
      return
    }
    #expect(rows.count == 14 && columns.count == 24)
    #expect(values[13][9] == 526.0 / 614)
    #expect(values[13][23] == nil)
  }
}
