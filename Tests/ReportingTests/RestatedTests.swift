import Foundation
import ReceiptModel
import TestSupport
import Testing

@testable import Reporting

/// Why a number that was published is another one now.
struct RestatedTests {
  private static let settings = JudgementSettings([
    "ackTimeout": "\"30s\"", "channels": "{}", "settle": "\"15m\"",
  ])

  private static func day(
    then: [Count: Int], now: [Count: Int], later: [Count: Int] = [:], laterThen: [Count: Int] = [:],
    settings: [String: String] = [:], definitions: String = MetricDictionary.digest
  ) -> RestatedDay {
    var present = Self.settings
    present.values.merge(settings) { $1 }
    return RestatedDay(
      name: "2026-09-20",
      published: PublishedDay(
        asOf: 1_789_999_000_000, start: 0, end: 86_400_000, settings: Self.settings.text,
        definitions: definitions, counts: Sample.counts(then), later: Sample.counts(laterThen)),
      counts: Sample.counts(now), later: Sample.counts(later), settings: present)
  }

  private static func cause(_ day: RestatedDay, _ figure: RestatedFigure) -> [Int?]? {
    day.changes.first { $0.figure == figure }.map {
      [$0.cause.late, $0.cause.cameIn, $0.cause.removed, $0.cause.judgedAnew]
    }
  }

  @Test func `late receipts, backfill and removal are told apart, and add up`() {
    let late = Self.day(then: [.acked: 10], now: [.acked: 17], later: [.acked: 5])
    #expect(Self.cause(late, .acks) == [5, 2, 0, 0])
    let gone = Self.day(then: [.acked: 10], now: [.acked: 9], later: [.acked: 5])
    #expect(Self.cause(gone, .acks) == [5, 0, -6, 0])
    let ahead = Self.day(
      then: [.acked: 10], now: [.acked: 12], later: [.acked: 4], laterThen: [.acked: 3])
    #expect(Self.cause(ahead, .acks) == [1, 1, 0, 0])
    #expect(Self.day(then: [.acked: 1], now: [.acked: 1]).changes.isEmpty)
  }

  @Test func `a timeout that an earlier ack took away came in, and one that was pruned did not`() {
    let answered = Self.day(
      then: [.sent: 9, .timeoutLost: 4], now: [.sent: 9, .timeoutLost: 3, .acked: 1])
    #expect(Self.cause(answered, .timeouts) == [0, -1, 0, 0])
    let pruned = Self.day(then: [.sent: 9, .timeoutLost: 4], now: [:])
    #expect(Self.cause(pruned, .timeouts) == [0, 0, -4, 0])
    let both = Self.day(
      then: [.sent: 9, .timeoutLost: 4], now: [.sent: 8, .timeoutLost: 2, .acked: 1])
    #expect(Self.cause(both, .timeouts) == [0, nil, nil, 0])
  }

  @Test func `a setting is blamed only for what it decides, and only while the events are the same`() {
    let changed = ["ackTimeout": "\"60s\""]
    let judged = Self.day(then: [.timeoutLate: 4], now: [.timeoutLate: 1], settings: changed)
    #expect(Self.cause(judged, .timeouts) == [0, 0, 0, -3])
    let mixed = Self.day(
      then: [.timeoutLate: 4, .acked: 1], now: [.timeoutLate: 1, .acked: 2], settings: changed)
    #expect(Self.cause(mixed, .timeouts) == [0, nil, nil, nil])
    #expect(Self.cause(mixed, .acks) == [0, 1, 0, 0])
    let other = Self.day(then: [.measurable: 4], now: [.measurable: 5], settings: changed)
    #expect(Self.cause(other, .measurable) == [0, 1, 0, 0])
    let definitions = Self.day(then: [.acked: 4], now: [.acked: 5], definitions: "old")
    #expect(Self.cause(definitions, .acks) == [0, nil, nil, nil])
  }

  @Test(arguments: 0..<50) func `whatever changed, the causes add up or say that they cannot`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func counts() -> [Count: Int] {
      Count.allCases.reduce(into: [:]) { $0[$1] = Int.random(in: 0...4, using: &random) }
    }
    let day = Self.day(
      then: counts(), now: counts(), later: counts(), laterThen: counts(),
      settings: seed % 3 == 0 ? ["ackTimeout": "\"60s\"", "channels": "{a}"] : [:])
    for change in day.changes {
      let cause = change.cause
      guard let cameIn = cause.cameIn, let removed = cause.removed, let judged = cause.judgedAnew else {
        continue
      }
      #expect(cause.late + cameIn + removed + judged == change.now - change.then)
    }
  }

  @Test func `settings are read back as they were written`() {
    #expect(JudgementSettings(text: Self.settings.text) == Self.settings)
    #expect(JudgementSettings(text: "a=b=c\nx").values == ["a": "b=c"])
  }

  @Test func `the report lists what changed only when something did`() throws {
    var input = Sample.smallDay
    #expect(!(try Sample.render(input).contains("## Restated")))
    input.restated = [
      Self.day(
        then: [.measurable: 100, .measurableConfirmed: 80, .acked: 80],
        now: [.measurable: 100, .measurableConfirmed: 85, .acked: 85],
        later: [.measurableConfirmed: 5, .acked: 5], settings: ["ackTimeout": "\"`|<b>\""])
    ]
    let text = try Sample.render(input)
    #expect(text.contains("## Restated"))
    #expect(text.contains("the delivery rate was 80.00 % as of"))
    #expect(text.contains("and is 85.00 % now (+5.00 pp)."))
    #expect(text.contains("| Acks              |   80 |  85 |            +5 |             0 |"))
    #expect(!text.contains("cannot be split"))
  }
}
