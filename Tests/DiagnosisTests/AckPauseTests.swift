import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

/// Outages that late acks show, where hardly anything is sent.
struct AckPauseTests {
  /// What the hours of two weeks and the judged day bring: a campaign or two a day, whose acks come for hours, and opens.
  private struct Days {
    var sends = Array(repeating: 4, count: 360)
    var acks = Array(repeating: 0.0, count: 360)
    var opens = Array(repeating: 12, count: 360)
    /// The hours of the judged day that have no campaign: 10:00 to 16:00 of its 24.
    static let quiet = 346..<352

    /// - Parameter rest: whether the judged day has no campaign.
    init(_ random: inout SeededGenerator, rest: Bool = false) {
      for day in 0..<(rest ? 14 : 15) {
        for hour in [3, 8] + (day < 14 ? [.random(in: 0..<24, using: &random)] : []) {
          send(600, at: day * 24 + hour)
        }
      }
    }

    mutating func send(_ count: Int, at place: Int) {
      sends[place] += count
      // Two thirds in the hour of the campaign, and then two thirds of the rest of the hour before.
      var due = 0.6 * Double(count)
      for hour in place..<360 {
        acks[hour] += hour == place ? due * 0.67 : due * 0.33
        due *= hour == place ? 0.33 : 0.67
      }
    }

    func evidence(_ random: inout SeededGenerator, lost: Range<Int> = 0..<0) -> Evidence {
      let cells = sends.indices.map { HourSample.cell($0, sent: sends[$0], acked: [:]) }
      var evidence = HourSample.evidence(cells)
      evidence.eventHours = HourSample.hours.enumerated().flatMap { place, hour in
        let came = lost.contains(place) ? 0 : Self.came(acks[place], &random)
        return [(EventKind.extAck, came), (.opened, opens[place]), (.sent, sends[place])].compactMap {
          kind, count in
          count == 0
            ? nil
            : EventHour(appKey: "333", kind: kind, hour: Instant(milliseconds: hour.start), events: count)
        }
      }
      return evidence
    }

    private static func came(_ mean: Double, _ random: inout SeededGenerator) -> Int {
      let pushes = max(20, Int(4 * mean))
      return (0..<pushes).count { _ in Double.random(in: 0..<1, using: &random) < mean / Double(pushes) }
    }
  }

  private func findings(_ evidence: Evidence) -> [Finding] { Rule.ackOutage.findings(evidence) }

  @Test func `hours without any ack are an outage where those of earlier pushes were due`() {
    var random = SeededGenerator(seed: 1)
    let found = (0..<20).flatMap { _ in
      findings(Days(&random).evidence(&random, lost: Days.quiet.lowerBound..<Days.quiet.lowerBound + 3))
    }
    #expect(found.count == 20)
    #expect(found.allSatisfy { $0.since == Instant(milliseconds: HourSample.hours[346].start) })
    #expect(found.allSatisfy { $0.severity == .warning && $0.appKey.isEmpty })
    #expect(found.allSatisfy { $0.cause.plain().contains("no ack came in these hours; ") })
  }

  @Test func `a silent campaign in these hours explains nothing`() {
    var random = SeededGenerator(seed: 2)
    var days = Days(&random)
    days.sends[347] += 500
    #expect(findings(days.evidence(&random, lost: 346..<349)).count == 1)
  }

  @Test func `acks that become rare, and hours that have none on other days, are no outage`() {
    var random = SeededGenerator(seed: 3)
    #expect((0..<100).count { _ in !findings(Days(&random).evidence(&random)).isEmpty } == 0)
    // Every day somebody else's campaign is acked at once and by nobody afterwards.
    var days = Days(&random)
    for day in 0..<15 {
      for hour in 13..<20 { days.acks[day * 24 + hour] = 0 }
      days.acks[day * 24 + 12] = 40
    }
    #expect(findings(days.evidence(&random)).isEmpty)
  }

  @Test func `on a day of rest acks run out, and then one comes now and then, which is no outage`() {
    var random = SeededGenerator(seed: 6)
    let found = (0..<100).count { _ in
      var days = Days(&random, rest: true)
      for place in 336..<360 { days.acks[place] += 0.3 }
      return !findings(days.evidence(&random)).isEmpty
    }
    #expect(found == 0)
  }

  @Test func `where nothing else came in either, or acks do not come again, it may be the log`() {
    var random = SeededGenerator(seed: 4)
    var days = Days(&random)
    #expect(findings(days.evidence(&random, lost: 346..<360)).isEmpty)
    for hour in 346..<349 { (days.opens[hour], days.sends[hour]) = (0, 0) }
    #expect(findings(days.evidence(&random, lost: 346..<349)).isEmpty)
  }

  @Test func `opens that stop, too, tell of pushes or receipts rather than of acks`() {
    var random = SeededGenerator(seed: 5)
    var days = Days(&random)
    for hour in 346..<349 { days.opens[hour] = 1 }
    let found = findings(days.evidence(&random, lost: 346..<349))
    #expect(found.map { $0.cause.plain().contains("neither acks nor opens came back") } == [true])
  }
}
