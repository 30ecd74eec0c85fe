import ReceiptModel
import Testing

@Suite struct TimeWordsTests {
  /// 2026-10-25 is the day on which Berlin's clocks go back; it is half past noon there.
  private func berlin() throws -> TimeWords {
    TimeWords(zone: try zone("Europe/Berlin"), present: try instant("2026-10-25T12:30:00+01:00"))
  }

  @Test(arguments: [
    ("2026-09-21T14:13:20.120Z", "2026-09-21T14:13:20.120+00:00"),
    ("2026-09-21T22:13:20.120+08:00", "2026-09-21T14:13:20.120+00:00"),
    ("2026-09-21 22:13:20+0800", "2026-09-21T14:13:20.000+00:00"),
    ("2026-09-21T11:43-02:30", "2026-09-21T14:13:00.000+00:00"),
    ("2026-09-21T14:13:20.1239999Z", "2026-09-21T14:13:20.123+00:00"),
    ("2026-09-21T14:13:20.1Z", "2026-09-21T14:13:20.100+00:00"),
    ("1790000000", "2026-09-21T14:13:20.000+00:00"), ("1790000000120", "2026-09-21T14:13:20.120+00:00"),
    ("2026-09-21T16:13:20", "2026-09-21T14:13:20.000+00:00"),
    ("2026-09-21 16:13", "2026-09-21T14:13:00.000+00:00"),
    ("2026-10-25", "2026-10-24T22:00:00.000+00:00"), ("2026-10-26", "2026-10-25T23:00:00.000+00:00"),
    ("now", "2026-10-25T11:30:00.000+00:00"),
  ])
  func `a time, a date and a number name an instant`(text: String, expected: String) throws {
    #expect(try berlin().instant(text).map(ReportZone.utc.iso) == expected)
  }

  @Test(arguments: [
    ("today", "2026-10-25T00:00:00.000+02:00"), ("yesterday", "2026-10-24T00:00:00.000+02:00"),
    ("last-24h", "2026-10-24T13:30:00.000+02:00"), ("last-7d", "2026-10-18T13:30:00.000+02:00"),
    ("last-90m", "2026-10-25T11:00:00.000+01:00"),
  ])
  func `a word names the beginning of its stretch of time`(text: String, expected: String) throws {
    let words = try berlin()
    #expect(words.instant(text).map(words.zone.iso) == expected)
  }

  @Test(arguments: [("today", "2026-10-25"), ("yesterday", "2026-10-24")])
  func `a word for a day and its date are the same`(word: String, date: String) throws {
    let words = try berlin()
    #expect(words.instant(word) == words.instant(date))
  }

  @Test(arguments: [
    "", "tomorow", "Today", "last-", "last-7", "last-0d", "last--7d", "last-7w", "last-9999999d", "12345",
    "-1790000000",
    "179000000012345678", "2026-02-30", "2026-09-21T", "2026-09-21T25:00", "2026-09-21T24:00",
    "2026-09-21T14:60",
    "2026-09-21T14:13:60Z", "2026-09-21T14:13:20.Z", "2026-09-21T14:13:20.1.2", "2026-09-21T14:13.5",
    "2026-09-21T1:13",
    "2026-09-21T14:13:20+15:00", "2026-09-21T14:13:20+", "2026-09-21T14:13:20ZZ", "2026-09-21x14:13",
    "2026-09",
    "2026-09-21T14:13:20.1234567890Z",
  ])
  func `what is not a time is not read as one`(text: String) throws {
    #expect(try berlin().instant(text) == nil)
  }
}
