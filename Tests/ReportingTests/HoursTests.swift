import ReceiptModel
import Reporting
import Testing

struct HoursTests {
  /// 2026-09-20 at 16 o'clock UTC.
  private static let hour: Int64 = 1_789_920_000_000

  /// A window from half past to a quarter past, in a zone half an hour off.
  @Test func `hours are those of UTC, named in the zone, and cut where the window begins and ends`() throws {
    let zone = try #require(ReportZone(fixed: "+05:30"))
    let start = Self.hour + 1_800_000
    let end = Self.hour + 3 * 3_600_000 + 900_000
    let middle = Self.hour + 2 * 3_600_000 + 1_800_000
    let scope = CohortScope(
      days: [
        DaySpan(name: "2026-09-20", start: start, end: middle),
        DaySpan(name: "2026-09-21", start: middle, end: end),
      ], appKeys: ["333"], asOf: end, settle: 900_000)
    let hours = scope.hours(in: zone)
    #expect(hours.days.map(\.start) == [start] + (1...3).map { Self.hour + $0 * 3_600_000 })
    #expect(hours.days.map(\.end) == (1...3).map { Self.hour + $0 * 3_600_000 } + [end])
    #expect(hours.days.first?.name == "2026-09-20T21:30:00.000+05:30")
    #expect(hours.days.last?.name == "2026-09-21T00:30:00.000+05:30")
    #expect(hours.appKeys == ["333"] && hours.asOf == end && hours.settle == 900_000)
  }

  @Test func `no days have no hours`() {
    let scope = CohortScope(days: [], appKeys: [], asOf: 0, settle: 0)
    #expect(scope.hours(in: .utc).days.isEmpty)
  }
}
