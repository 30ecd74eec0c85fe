import ReceiptModel
import Testing

@testable import LogReading

/// Times as vendors write them.
struct MappedTimeTests {
  struct Case: CustomTestStringConvertible {
    var text: String
    var unit = TimeReading.Unit.shape
    var zone: Int?
    var milliseconds: Int64?

    var testDescription: String { "\(text) \(unit.rawValue)" }
  }

  private static let cases: [Case] = [
    .init(text: "1695305600.123", milliseconds: 1_695_305_600_123),
    .init(text: "1695305600.1239", unit: .seconds, milliseconds: 1_695_305_600_123),
    .init(text: "1.695305600123e9", unit: .seconds, milliseconds: 1_695_305_600_123),
    .init(text: "1695305600123E-3", unit: .seconds, milliseconds: 1_695_305_600_123),
    .init(text: "1695305600", unit: .seconds, milliseconds: 1_695_305_600_000),
    .init(text: "1695305600123.9", milliseconds: 1_695_305_600_123),
    .init(text: "1695305600123456", unit: .microseconds, milliseconds: 1_695_305_600_123),
    .init(text: "1695305600123456789", unit: .nanoseconds, milliseconds: 1_695_305_600_123),
    .init(text: "1695305600123", unit: .seconds, milliseconds: nil),
    .init(text: "1695305600", unit: .milliseconds, milliseconds: nil),
    .init(text: "-1695305600", unit: .seconds, milliseconds: nil),
    .init(text: "1695305600.", unit: .seconds, milliseconds: nil),
    .init(text: "1e99", unit: .seconds, milliseconds: nil),
    .init(text: "1e999", unit: .seconds, milliseconds: nil),
    .init(text: "2023-09-21 14:13:20.123456 UTC", milliseconds: 1_695_305_600_123),
    .init(text: "2023-09-21 14:13:20 UTC", milliseconds: 1_695_305_600_000),
    .init(text: "2023-09-21T14:13:20.123456789123Z", milliseconds: 1_695_305_600_123),
    .init(text: "2023-09-21T22:13:20+08:00", unit: .milliseconds, milliseconds: 1_695_305_600_000),
    .init(text: "2023-09-21 22:13:20", zone: 480, milliseconds: 1_695_305_600_000),
    .init(text: "2023-09-21 14:13:20", zone: 0, milliseconds: 1_695_305_600_000),
    .init(text: "21/Sep/2023:22:13:20 +0800", milliseconds: 1_695_305_600_000),
    .init(text: "21/Sxp/2023:22:13:20 +0800", milliseconds: nil),
    .init(text: "31/Feb/2023:22:13:20 +0800", milliseconds: nil),
    .init(text: "yesterday at twenty past two", milliseconds: nil),
  ]

  @Test(arguments: cases) func `a time is read by its unit`(_ time: Case) {
    var reading = TimeReading()
    reading.unit = time.unit
    reading.offsetMinutes = time.zone
    let bytes = Array(time.text.utf8)
    let read = MappedTime.read(bytes.span, 0..<bytes.count, reading, assumedOffsetMinutes: 480)
    #expect(read?.milliseconds == time.milliseconds)
  }

  @Test func `what a receipt log may say means the same by its shape`() {
    for text in ["1790000000120", "1790000000", "2026-09-21 22:13:20.12", "2026-09-21T14:13:20Z", "x", ""] {
      let bytes = Array(text.utf8)
      let mapped = MappedTime.read(bytes.span, 0..<bytes.count, TimeReading(), assumedOffsetMinutes: 480)
      let receipt = ReceiptTime(bytes.span, 0..<bytes.count, assumedOffsetMinutes: 480)
      #expect(mapped?.milliseconds == receipt?.milliseconds)
      #expect(mapped?.rule == receipt?.rule)
    }
  }
}
