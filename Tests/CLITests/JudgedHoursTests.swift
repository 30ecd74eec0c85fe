import CommandLineKit
import Diagnosis
import Foundation
import Operations
import ReceiptModel
import Reporting
import TestSupport
import Testing

@testable import Publishing
@testable import pushledger

/// The hours that rules look at.
@Suite struct JudgedHoursTests {
  private func hours(_ window: WindowOptions) throws -> [Range<Int64>] {
    let program = try QueryProgram()
    var options = CommonOptions()
    options.database = program.folder.path("pushledger.db")
    options.configuration = try program.folder.write(Data("{}".utf8), to: "empty.json5")
    let session = try Session(options)
    let view = try session.view(window, of: session.openLedger())
    let days = try view.judgedDays()
    return try view.evidence(judging: days.headline, history: days.all.days).hours.map { $0.start..<$0.end }
  }

  /// All sends are at 2024-09-21 00:00 UTC, and the last answer comes 62 seconds later.
  private let first: Int64 = 1_726_876_800_000

  @Test func `a window of a century has the hours from the first event to as-of`() throws {
    let asOf = "2024-09-22T12:30:00Z"
    let some = try hours(WindowOptions(since: "2024-09-20", until: "2024-09-23", asOf: asOf))
    #expect(some.count == 37)
    #expect(some.first == first..<first + 3_600_000)
    #expect(try hours(WindowOptions(since: "2010-01-01", until: "2099-12-31", asOf: asOf)) == some)
  }

  @Test func `hours that a window cuts stay cut`() throws {
    let window = WindowOptions(
      since: "2024-09-21T00:20:00Z", until: "2024-09-21T02:10:00Z", asOf: "2024-09-22T12:30:00Z")
    let minute: Int64 = 60_000
    #expect(
      try hours(window) == [
        first + 20 * minute..<first + 60 * minute, first + 60 * minute..<first + 120 * minute,
        first + 120 * minute..<first + 130 * minute,
      ])
  }

  @Test func `a window outside of all there is has none`() throws {
    #expect(try hours(WindowOptions(since: "2020-01-01", until: "2020-02-01")) == [])
  }
}
