import Prose
import ReceiptModel
import Testing

@testable import Operations

@Suite struct TimeWindowTests {
  /// The present is 2026-09-21T14:13:20Z.
  private let words = TimeWords(zone: .utc, present: Instant(milliseconds: 1_790_000_000_000))

  private func failure(_ since: String?, _ until: String?) -> Failure? {
    #expect(throws: Failure.self) { try words.window(since: since, until: until) }
  }

  @Test func `a window without options is open at both ends`() throws {
    let window = try words.window(since: nil, until: nil)
    #expect(window == (nil, nil))
  }

  @Test func `since yesterday until today is yesterday, as with the dates of the two days`() throws {
    let window = try words.window(since: "yesterday", until: "today")
    let dated = try words.window(since: "2026-09-20", until: "2026-09-21")
    #expect(window == dated)
    #expect(window.since.map(ReportZone.utc.iso) == "2026-09-20T00:00:00.000+00:00")
    #expect(window.until.map(ReportZone.utc.iso) == "2026-09-21T00:00:00.000+00:00")
  }

  @Test func `what is not a time is refused with what is, or with the word that was meant`() {
    let slip = failure("yesteday", nil)
    #expect(slip?.message.told() == "option '--since' wants a time, not 'yesteday'")
    #expect(slip?.advice?.told() == "did you mean 'yesterday'?")
    #expect(failure(nil, "2026-02-30")?.advice?.told().hasPrefix("write 2026-09-21, ") == true)
  }

  @Test func `a window that nothing can lie in is refused with both of its ends`() {
    let same = failure("2026-09-21", "2026-09-21")
    #expect(
      same?.message.told() == "the window is empty: --since is 2026-09-21T00:00:00.000+00:00"
        + " and --until is 2026-09-21T00:00:00.000+00:00")
    #expect(same?.advice?.told() == "--until names the first instant after the window")
    #expect(failure("yesterday", "yesterday")?.advice?.told() == same?.advice?.told())
    #expect(failure("today", "2026-09-01")?.advice?.told() == "swap the two")
  }
}
