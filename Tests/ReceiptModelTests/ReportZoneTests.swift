import Foundation
import ReceiptModel
import TestSupport
import Testing

/// A zone as Foundation knows it, from 2009 to 2041: an independent source of the same rules.
func zone(_ name: String) throws -> ReportZone {
  let foundation = try #require(TimeZone(identifier: name))
  let start = Date(timeIntervalSince1970: 1_230_768_000)
  var changes: [ReportZone.Change] = []
  var date = start
  while let next = foundation.nextDaylightSavingTimeTransition(after: date),
    next.timeIntervalSince1970 < 2_240_000_000
  {
    // A transition stands at its first second.
    let offset = Int64(foundation.secondsFromGMT(for: next))
    changes.append(ReportZone.Change(from: Int64(next.timeIntervalSince1970), offset: offset))
    date = next
  }
  return ReportZone(name: name, firstOffset: Int64(foundation.secondsFromGMT(for: start)), changes: changes)
}

func instant(_ iso: String) throws -> Instant {
  try #require(TimeWords(zone: .utc, present: Instant(milliseconds: 0)).instant(iso))
}

func day(_ text: String) throws -> CivilDay { try #require(CivilDay(text)) }

private let zoneNames = ["UTC", "Asia/Shanghai", "Europe/Berlin", "Asia/Kolkata", "America/St_Johns"]

@Suite struct ReportZoneTests {
  @Test(arguments: [
    ("UTC", "2026-09-21T14:13:20.120+00:00"), ("Asia/Shanghai", "2026-09-21T22:13:20.120+08:00"),
    ("Europe/Berlin", "2026-09-21T16:13:20.120+02:00"), ("Asia/Kolkata", "2026-09-21T19:43:20.120+05:30"),
    ("America/St_Johns", "2026-09-21T11:43:20.120-02:30"),
  ])
  func `an instant is written with the offset of its zone`(name: String, text: String) throws {
    #expect(try zone(name).iso(Instant(milliseconds: 1_790_000_000_120)) == text)
  }

  @Test(arguments: zoneNames)
  func `instants that no event has can be written, too`(name: String) throws {
    let zone = try zone(name)
    for milliseconds in [Int64.min, -62_167_219_200_000, 253_402_300_800_000, .max] {
      let instant = Instant(milliseconds: milliseconds)
      #expect(zone.iso(instant).hasPrefix(milliseconds < 0 ? "000" : "999"))
      #expect((1...9999).contains(zone.day(of: instant).parts.year))
      #expect((0..<24).contains(zone.hour(of: instant)))
    }
  }

  @Test(arguments: zoneNames)
  func `a written instant is read back, in every zone and season`(name: String) throws {
    var generator = SeededGenerator(seed: 1)
    let zone = try zone(name)
    let other = TimeWords(zone: .utc, present: Instant(milliseconds: 0))
    for _ in 0..<2000 {
      let instant = Instant(
        milliseconds: Int64.random(in: 1_262_304_000_000..<2_200_000_000_000, using: &generator))
      #expect(other.instant(zone.iso(instant)) == instant)
    }
  }

  @Test(arguments: zoneNames)
  func `dates and offsets agree with Foundation`(name: String) throws {
    var generator = SeededGenerator(seed: 2)
    let zone = try zone(name)
    let foundation = try #require(TimeZone(identifier: name))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = foundation
    for _ in 0..<2000 {
      // From 2012 on no zone here puts its clocks back over midnight.
      let second = Int64.random(in: 1_325_376_000..<2_200_000_000, using: &generator)
      let date = Date(timeIntervalSince1970: Double(second))
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let instant = Instant(milliseconds: second * 1000)
      #expect(zone.offset(at: instant) == Int64(foundation.secondsFromGMT(for: date)))
      #expect(
        zone.day(of: instant)
          == CivilDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0))
      let start = calendar.startOfDay(for: date).timeIntervalSince1970
      #expect(zone.start(of: zone.day(of: instant)) == Instant(milliseconds: Int64(start) * 1000))
    }
  }

  @Test(arguments: zoneNames)
  func `days follow each other without gap or overlap`(name: String) throws {
    let zone = try zone(name)
    let first = try day("2009-06-01")
    for offset in 0..<10_000 {
      let day = first.adding(days: offset)
      let (start, end) = (zone.start(of: day), zone.start(of: day.adding(days: 1)))
      #expect(start < end)
      #expect(zone.day(of: start) == day)
      #expect(zone.day(of: Instant(milliseconds: end.milliseconds - 1)) == day)
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", "2026-03-28", 24.0), ("Europe/Berlin", "2026-03-29", 23.0),
    ("Europe/Berlin", "2026-10-25", 25.0), ("Asia/Shanghai", "2026-03-29", 24.0),
    ("America/St_Johns", "2026-03-08", 23.0), ("America/St_Johns", "2026-11-01", 25.0),
  ])
  func `days where clocks change last 23 or 25 hours`(name: String, text: String, hours: Double) throws {
    let zone = try zone(name)
    let length =
      zone.start(of: try day(text).adding(days: 1)).milliseconds - zone.start(of: try day(text)).milliseconds
    #expect(Double(length) / 3_600_000 == hours)
  }

  @Test func `a day whose midnight comes twice begins at the second`() throws {
    // On 2010-11-07 at 00:01 the clocks of St. John's went back to 23:01 of the day before.
    let zone = try zone("America/St_Johns")
    let start = zone.start(of: try day("2010-11-07"))
    #expect(zone.iso(start) == "2010-11-07T00:00:00.000-03:30")
    let firstMidnight = try instant("2010-11-07T00:00:00-02:30")
    #expect(try zone.day(of: firstMidnight) == day("2010-11-06"))
    #expect(zone.iso(firstMidnight) == "2010-11-07T00:00:00.000-02:30")
  }

  @Test func `a day that was left out lasts no time`() throws {
    let samoa = ReportZone(
      name: "Samoa", firstOffset: -10 * 3600, changes: [.init(from: 1_325_239_200, offset: 14 * 3600)])
    #expect(try samoa.start(of: day("2011-12-30")) == samoa.start(of: day("2011-12-31")))
    #expect(try samoa.day(of: Instant(milliseconds: 1_325_239_199_999)) == day("2011-12-29"))
    #expect(try samoa.day(of: Instant(milliseconds: 1_325_239_200_000)) == day("2011-12-31"))
  }

  @Test func `a day without a midnight begins where the clocks jump over it`() throws {
    // 2026-03-29 at 00:00 the clocks of Beirut show 01:00.
    let zone = try zone("Asia/Beirut")
    #expect(try zone.iso(zone.start(of: day("2026-03-29"))) == "2026-03-29T01:00:00.000+03:00")
  }

  @Test func `a clock time that comes twice is the first, and one left out is the jump`() throws {
    let berlin = try zone("Europe/Berlin")
    let twice = berlin.instant(of: try day("2026-10-25"), milliseconds: 9_000_000)
    #expect(berlin.iso(twice) == "2026-10-25T02:30:00.000+02:00")
    let never = berlin.instant(of: try day("2026-03-29"), milliseconds: 9_000_000)
    #expect(berlin.iso(never) == "2026-03-29T03:00:00.000+02:00")
  }

  @Test(arguments: [
    ("UTC", "UTC", 0), ("Z", "UTC", 0), ("+08:00", "+08:00", 28_800), ("-0330", "-03:30", -12_600),
    ("+14", "+14:00", 50_400), ("-00:00", "+00:00", 0),
  ])
  func `a fixed offset is a zone`(text: String, name: String, offset: Int64) throws {
    let zone = try #require(ReportZone(fixed: text))
    #expect(zone.name == name)
    #expect(zone.offset(at: Instant(milliseconds: 0)) == offset)
  }

  @Test(arguments: [
    "", "+", "+8", "+15:00", "+14:01", "+08:60", "08:00", "+08:0", "+08 00", "Asia/Shanghai", "utc+8",
  ])
  func `what is not an offset is not read as one`(text: String) {
    #expect(ReportZone(fixed: text) == nil)
  }

  @Test func `times before 1970 round down`() throws {
    #expect(ReportZone.utc.iso(Instant(milliseconds: -1)) == "1969-12-31T23:59:59.999+00:00")
    #expect(try ReportZone.utc.day(of: Instant(milliseconds: -1)) == day("1969-12-31"))
  }
}
