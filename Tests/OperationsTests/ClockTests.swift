import Glibc
import ReceiptModel
import TestSupport
import Testing

@testable import Operations

/// A clock may be as wrong as its bits allow.
struct ClockTests {
  @Test(arguments: [Int.min, -1, 0, 1_262_303_999, 4_102_444_800, 1 << 40, Int.max])
  func `a clock out of all events' times stands at their ends`(seconds: Int) {
    let instant = Session.instant(of: timespec(tv_sec: seconds, tv_nsec: 999_999_999))
    #expect(instant == (seconds < 1_262_304_000 ? .earliest : .latest))
  }

  @Test func `any other clock is taken to the millisecond`() {
    let instant = Session.instant(of: timespec(tv_sec: 1_790_000_000, tv_nsec: 123_999_999))
    #expect(instant.milliseconds == 1_790_000_000_123)
  }
}
