import ReceiptModel
import Testing

@Suite struct DayRangeTests {
  @Test(arguments: [
    ("2026-09-21", "2026-09-21", "2026-09-21"), ("2026-09-21..2026-09-21", "2026-09-21", "2026-09-21"),
    ("2025-12-31..2026-01-02", "2025-12-31", "2026-01-02"),
  ])
  func `a day, or two with points between`(text: String, first: String, last: String) throws {
    let range = try #require(DayRange(text))
    #expect(range.first.description == first && range.last.description == last)
    #expect(DayRange(range.description) == range)
  }

  @Test(arguments: [
    "", "..", "2026-09-21..", "..2026-09-21", "2026-09-22..2026-09-21", "2026-09-21...2026-09-22",
    "2026-09-21..2026-09-22..2026-09-23", "2026-09-21-2026-09-22", "2026-02-30", "yesterday",
    " 2026-09-21",
  ])
  func `anything else is no days`(text: String) { #expect(DayRange(text) == nil) }

  @Test func `days follow each other without a gap, as long as the clocks make them`() throws {
    // Two hours ahead, and from 2026-10-25 01:00 UTC on one.
    let zone = ReportZone(
      name: "z", firstOffset: 7200, changes: [.init(from: 1_792_890_000, offset: 3600)])
    let range = try #require(DayRange("2026-10-24..2026-10-26"))
    let spans = range.spans(in: zone)
    #expect(spans.map(\.name) == ["2026-10-24", "2026-10-25", "2026-10-26"])
    #expect(spans.map { ($0.end - $0.start) / 3_600_000 } == [24, 25, 24])
    #expect(spans.first?.start == range.span(in: zone).lowerBound)
    #expect(spans.last?.end == range.span(in: zone).upperBound)
    for (day, next) in zip(spans, spans.dropFirst()) { #expect(day.end == next.start) }
  }

  @Test func `a day that a zone left out is none`() throws {
    // As Samoa did on 2011-12-30: ten hours behind, then fourteen ahead.
    let zone = ReportZone(
      name: "z", firstOffset: -36_000, changes: [.init(from: 1_325_239_200, offset: 50_400)])
    let range = try #require(DayRange("2011-12-29..2011-12-31"))
    #expect(range.spans(in: zone).map(\.name) == ["2011-12-29", "2011-12-31"])
  }
}
