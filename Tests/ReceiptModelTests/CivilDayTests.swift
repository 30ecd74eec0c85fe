import ReceiptModel
import Testing

@Suite struct CivilDayTests {
  @Test(arguments: [
    ("1970-01-01", 0, 4), ("1969-12-31", -1, 3), ("2000-02-29", 11_016, 2), ("2026-09-21", 20_717, 1),
    ("2100-03-01", 47_541, 1), ("0001-01-01", -719_162, 1), ("9999-12-31", 2_932_896, 5),
  ])
  func `a date is a number of days and a day of the week`(text: String, number: Int, weekday: Int) throws {
    let day = try #require(CivilDay(text))
    #expect(day.number == number)
    #expect(day.weekday == weekday)
    #expect(day.description == text)
  }

  @Test func `every day of five hundred years follows the one before`() throws {
    let first = try #require(CivilDay(year: 1800, month: 1, day: 1))
    for offset in 0..<182_621 {
      let day = first.adding(days: offset)
      let (year, month, date) = day.parts
      #expect(CivilDay(year: year, month: month, day: date) == day)
    }
    #expect(first.adding(days: 182_620).description == "2299-12-31")
  }

  @Test(arguments: [
    "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "2026-1-01",
    "26-01-01",
    "2026/01/01", "2026-01-01 ", "", "2026-+1-01", "２０２６-01-01",
  ])
  func `what is not a date is not read as one`(text: String) {
    #expect(CivilDay(text) == nil)
  }

  @Test func `days compare by time`() throws {
    #expect(try #require(CivilDay("2025-12-31")) < #require(CivilDay("2026-01-01")))
  }
}
