import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

struct ReceiptTimeTests {
  private func time(_ text: String, offset: Int = 480) -> ReceiptTime? {
    let bytes = Array(text.utf8)
    return ReceiptTime(bytes.span, 0..<bytes.count, assumedOffsetMinutes: offset)
  }

  @Test(arguments: [
    ("1790000000", 1_790_000_000_000, TimeRule.seconds), ("1790000000120", 1_790_000_000_120, .milliseconds),
    ("1790000000120999", 1_790_000_000_120, .microseconds),
    ("1790000000120999999", 1_790_000_000_120, .nanoseconds),
    ("2026-09-21T14:13:20Z", 1_790_000_000_000, .isoZone),
    ("2026-09-21t14:13:20z", 1_790_000_000_000, .isoZone),
    ("2026-09-21T22:13:20.120+08:00", 1_790_000_000_120, .isoZone),
    ("2026-09-21 22:13:20 +0800", 1_790_000_000_000, .isoZone),
    ("2026-09-21T06:43:20.1-0730", 1_790_000_000_100, .isoZone),
    ("2026-09-21T22:13:20+08", 1_790_000_000_000, .isoZone),
    ("2026-09-21 22:13:20", 1_790_000_000_000, .localAssumed),
    ("2026-09-21T22:13:20.123456789", 1_790_000_000_123, .localAssumed),
    ("2024-02-29 08:00:00", 1_709_164_800_000, .localAssumed),
    ("2010-01-01T00:00:00Z", 1_262_304_000_000, .isoZone),
    ("2099-12-31T23:59:59.999Z", 4_102_444_799_999, .isoZone),
  ])
  func `a time is read by its shape`(_ text: String, _ milliseconds: Int64, _ rule: TimeRule) {
    #expect(time(text)?.milliseconds == milliseconds)
    #expect(time(text)?.rule == rule)
  }

  @Test(arguments: [
    (#"{"__time__":"1790000000","message_id":"18700"#, 1_790_000_000_000),
    (#"{"device_id":"d1790000000","event_time":1790000000120,"#, 1_790_000_000_120),
    (#"{"message_id":"18700000000000001","t":"2026-09-21 22:13:20"#, 1_790_000_000_000),
    ("2026-09-21T14:13:20Z ERROR", 1_790_000_000_000), ("2026-09-21 22:13:20 ERROR", 1_790_000_000_000),
    ("2026-09-21 22:13:20,7", 1_790_000_000_000), ("2026-13-21 22:13:20 1790000000", 1_790_000_000_000),
    ("1790000000", 1_790_000_000_000), ("号1790000000 1790000001", 1_790_000_001_000),
  ])
  func `a line that cannot be read tells the first time that stands in it`(
    _ line: String, _ milliseconds: Int64
  ) {
    #expect(written(line)?.milliseconds == milliseconds)
  }

  @Test(arguments: ["", "{}", "8613812345678", "a1790000000", "17900000001", "2026-09-21", "1790000000_"])
  func `other numbers are no times of a line`(_ line: String) {
    #expect(written(line) == nil)
  }

  @Test func `of a line of any bytes the time is the first that fits, as one finds by trying each place`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let pieces = [
        "1790000000", "1790000000120", "2026-09-21 22:13:20", "2026-09-21T14:13:20Z", "\"", ",", " ", "x",
        "7",
        "-", ":", "\u{fffd}",
      ]
      let line = (0..<Int.random(in: 0..<9, using: &random)).map { _ in pieces.randomElement(using: &random)!
      }
      .joined()
      #expect(written(line)?.milliseconds == slowlyWritten(line), "\(line)")
    }
  }

  private func written(_ line: String) -> Instant? {
    let bytes = Array(line.utf8)
    return ReceiptTime.written(in: bytes.span, 0..<bytes.count, assumedOffsetMinutes: 480)
  }

  /// Tries each word, by regular expressions.
  private func slowlyWritten(_ line: String) -> Int64? {
    for match in line.matches(of: /[0-9A-Za-z_\u{80}-\u{10FFFF}]+/) {
      let rest = String(line[match.startIndex...].prefix(36))
      let text = rest.prefixMatch(of: /[0-9:.+TtZz -]*[0-9:.+TtZz-]/).map { String($0.output) } ?? ""
      let tried =
        switch match.output.count {
        case 10, 13: [String(match.output)]
        case 4: [text, String(text.prefix(19))]
        default: [String]()
        }
      for word in tried {
        if let time = time(word) { return time.milliseconds }
      }
    }
    return nil
  }

  @Test(arguments: [
    "", "0", "17900000001", "179000000012", "17900000001201", "-1790000000", "+1790000000", "1790000000.5",
    "1_790_000_00", "１７９０", "99999999999999999999", "9999999999999999999", "2026-02-30 00:00:00",
    "2023-02-29 00:00:00", "2100-02-29 00:00:00", "2026-09-31 00:00:00", "2026-00-10 00:00:00",
    "2026-13-10 00:00:00", "2026-09-00 00:00:00", "2026-09-21 24:00:00", "2026-09-21 23:60:00",
    "2026-12-31T23:59:60Z", "2026-09-21", "2026-09-21 22:13", "2026-09-21 22:13:20.", "2026-09-21 22:13:20+8",
    "2026-09-21 22:13:20+08:0", "2026-09-21 22:13:20+08:60", "2026-09-21 22:13:20+19:00",
    "2026-09-21 22:13:20Zx",
    "2026-09-21 22:13:20 ", "2026/09/21 22:13:20", "2009-12-31T23:59:59Z", "2100-01-01T00:00:00Z",
    " 1790000000", "1790000000 ",
  ])
  func `anything else is no time`(_ text: String) {
    #expect(time(text)?.milliseconds == nil)
  }

  @Test(arguments: 0..<4) func `digits are read as integers are`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let scales: [Int: Double] = [10: 0.001, 13: 1, 16: 1000, 19: 1_000_000]
    for _ in 0..<4000 {
      let count = Int.random(in: 8...20, using: &generator)
      // Times of this century begin with 1 to 4, so that many of them are plausible.
      var text = [UInt8.random(in: 0x31...0x34, using: &generator)]
      for _ in 1..<count { text.append(UInt8.random(in: 0x30...0x39, using: &generator)) }
      if generator.next() % 4 == 0 {
        let place = Int.random(in: 0..<count, using: &generator)
        text[place] = [0x2F, 0x3A, 0x00, 0x80, 0xB0, 0xFF].randomElement(using: &generator) ?? 0
      }
      let number = Int64(String(decoding: text, as: UTF8.self))
      let expected = scales[count].flatMap { scale in
        number.map { scale < 1 ? $0 * 1000 : $0 / Int64(scale) }
      }.flatMap { Instant(milliseconds: $0).isPlausible ? $0 : nil }
      // In the middle of other digits and at the end, which are read in different ways.
      let bytes = [0x37, 0x37] + text + Array("7777777777".utf8)
      let range = 2..<2 + count
      let inside = ReceiptTime(bytes.span, range, assumedOffsetMinutes: 0)
      let atEnd = ReceiptTime(text.span, 0..<count, assumedOffsetMinutes: 0)
      #expect(inside?.milliseconds == expected)
      #expect(atEnd?.milliseconds == expected)
    }
  }

  @Test func `the assumed zone is that of the options`() {
    #expect(time("2026-09-21 14:13:20", offset: 0)?.milliseconds == 1_790_000_000_000)
    #expect(time("2026-09-21 08:43:20", offset: -330)?.milliseconds == 1_790_000_000_000)
  }

  @Test func `days follow one another through every month and leap year`() {
    var expected = ReceiptTime.daysSince1970(2000, 1, 1) ?? -1
    #expect(expected == 10_957)
    for year in Int64(2000)...2101 {
      for month in Int64(1)...12 {
        for day in Int64(1)...31 {
          guard let days = ReceiptTime.daysSince1970(year, month, day) else { continue }
          #expect(days == expected)
          expected += 1
        }
      }
    }
    #expect(expected == (ReceiptTime.daysSince1970(2102, 1, 1) ?? -1))
  }
}
