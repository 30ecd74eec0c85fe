import Diagnosis
import ReceiptModel
import Testing

struct QuietHoursTests {
  /// Events of two AppKeys in each of 360 hours: by day 200 sends, 90 acks and 20 opens, by night 2 sends.
  private func evidence(
    without isMissing: (_ appKey: String, _ kind: EventKind, _ hour: Int) -> Bool
  ) -> Evidence {
    var evidence = Evidence(scope: Sample.scope, history: Sample.history)
    evidence.hours = FailureSample.hours
    for hour in 0..<360 {
      let isNight = hour % 24 < 6
      for appKey in ["333", "444"] {
        let figures: [(EventKind, Int)] =
          isNight ? [(.sent, 2)] : [(.sent, 200), (.extAck, 90), (.opened, 20)]
        for (kind, events) in figures where !isMissing(appKey, kind, hour) {
          // The count of an hour is another each day.
          let count = isNight ? events : events + (hour * 7919) % (events / 2)
          evidence.eventHours.append(
            EventHour(appKey: appKey, kind: kind, hour: FailureSample.start(of: hour), events: count))
        }
      }
    }
    return evidence
  }

  private func findings(_ isMissing: (_ appKey: String, _ kind: EventKind, _ hour: Int) -> Bool) -> [Finding]
  {
    Rule.quietHours.findings(evidence(without: isMissing))
  }

  @Test func `a log without gaps has no quiet hours`() {
    #expect(findings { _, _, _ in false }.isEmpty)
  }

  @Test func `hours without anything are one finding that names them`() {
    let found = findings { _, _, hour in (346..<349).contains(hour) }
    #expect(found.map(\.appKey) == [""])
    // Local midnight is 16:00 UTC of the day before, so hour 346 of the series begins at 02:00 UTC.
    #expect(found.map(\.scope.text) == ["time 2026-09-21 02:00 to 05:00 UTC"])
    #expect(found.first?.since == FailureSample.start(of: 346))
  }

  @Test func `an AppKey that is quiet while the other goes on is told by its name`() {
    let found = findings { appKey, _, hour in appKey == "333" && hour == 350 }
    #expect(found.map(\.appKey) == ["333"])
    #expect(found.map(\.scope.text) == ["time 2026-09-21 06:00 to 07:00 UTC"])
  }

  @Test(arguments: [(2, 0), (200, 1)])
  func `an hour beside two in which hardly anything came in may be empty`(events: Int, count: Int) {
    var evidence = evidence { appKey, _, hour in appKey == "333" && (349...351).contains(hour) }
    evidence.eventHours += [349, 351].map {
      EventHour(appKey: "333", kind: .sent, hour: FailureSample.start(of: $0), events: events)
    }
    let found = Rule.quietHours.findings(evidence).filter { $0.scope[.kind] == nil }
    #expect(found.count == count)
  }

  @Test(arguments: [([352], 1), ([341, 352], 0)])
  func `hours beside which nothing came in before them are missed`(places: [Int], count: Int) {
    var evidence = evidence { appKey, _, hour in appKey == "333" && (336...352).contains(hour) }
    evidence.eventHours += places.map {
      EventHour(appKey: "333", kind: .sent, hour: FailureSample.start(of: $0), events: 1)
    }
    #expect(Rule.quietHours.findings(evidence).count { $0.scope[.kind] == nil } == count)
  }

  @Test func `a kind that stops while sends go on is told, and not missed where nothing is sent`() {
    let found = findings { appKey, kind, hour in appKey == "333" && kind == .extAck && hour >= 355 }
    #expect(found.map(\.scope.text) == ["kind ext_ack, time 2026-09-21 11:00 to 16:00 UTC"])
    let nothingSent = findings { appKey, kind, hour in
      appKey == "333" && (kind == .sent || kind == .extAck) && hour >= 355
    }
    #expect(nothingSent.map(\.scope.text) == ["kind sent, time 2026-09-21 11:00 to 16:00 UTC"])
  }

  @Test func `acks are missed by what can be acked, and not where all of that failed to be sent`() {
    var evidence = evidence { appKey, kind, hour in appKey == "333" && kind == .extAck && hour >= 355 }
    for (failed, count) in [(360, 1), (355, 0)] {
      evidence.hourCells = (0..<360).map { hour in
        HourSample.cell(hour, sent: hour % 24 < 6 || hour >= failed ? 0 : 100, acked: [:])
      }
      #expect(Rule.quietHours.findings(evidence).count == count)
    }
  }

  @Test func `acks that an outage misses are told by it alone`() {
    var evidence = evidence { appKey, kind, hour in appKey == "333" && kind == .extAck && hour >= 355 }
    func scopes() -> [String?] { Rule.quietHours.findings(evidence).map(\.scope[.kind]) }
    #expect(scopes() == ["ext_ack"])
    evidence.hourCells = (0..<360).map { HourSample.cell($0, sent: 200, acked: [800: $0 < 355 ? 90 : 0]) }
    #expect(Rule.ackOutage.findings(evidence).map(\.appKey) == ["333"])
    #expect(scopes().isEmpty)
  }

  /// Of AppKey 333 sends stop after hour 345, and what else there is keeps a share of its events until some hour.
  private func stopped(answers: Int, until last: Int) -> [Finding] {
    var evidence = evidence { _, _, _ in false }
    evidence.eventHours = evidence.eventHours.compactMap { cell in
      let hour = Int(cell.hour.milliseconds - FailureSample.start(of: 0).milliseconds) / 3_600_000
      guard cell.appKey == "333", hour > 345 else { return cell }
      guard cell.kind != .sent, hour <= last else { return nil }
      var cell = cell
      cell.events = cell.events * answers / 100
      return cell
    }
    return Rule.quietHours.findings(evidence)
  }

  @Test func `an AppKey whose last pushes are still answered has stopped, which is a note`() {
    #expect(stopped(answers: 10, until: 352).map(\.severity) == [.info, .info])
    #expect(Set(stopped(answers: 10, until: 352).map(\.scope[.kind])) == [nil, "sent"])
    // A log may end in the middle of an hour, and the next has only what came before that.
    #expect(stopped(answers: 10, until: 346).map(\.severity) == [.warning, .warning])
    // Where answers come in as ever there are sends, which the log lacks.
    #expect(stopped(answers: 100, until: 359).map(\.severity) == [.warning])
  }

  @Test func `a night hour without its few sends is no news, nor an hour that was empty before`() {
    #expect(findings { _, _, hour in hour == 337 }.isEmpty)
    #expect(findings { _, _, hour in hour % 24 == 14 && hour / 24 % 7 == 0 }.isEmpty)
  }

  @Test(arguments: [(4, 0), (5, 1)])
  func `five events an hour on each day before are the fewest that are missed`(events: Int, count: Int) {
    var evidence = Evidence(scope: Sample.scope, history: Sample.history)
    evidence.hours = FailureSample.hours
    evidence.eventHours = (0..<360).flatMap { place in
      let other = EventHour(appKey: "444", kind: .sent, hour: FailureSample.start(of: place), events: 9)
      guard place < 354 else { return [other] }
      let events = place == 18 ? events : 9
      return [other, EventHour(appKey: "333", kind: .sent, hour: other.hour, events: events)]
    }
    // Hour 18 is the same time of day as the first of the six that are missing; the others had enough.
    let found = Rule.quietHours.findings(evidence)
    #expect(found.map(\.scope.text) == ["time 2026-09-21 \(count == 1 ? 10 : 11):00 to 16:00 UTC"])
  }

  /// What the whole log has in each hour but some: little at night, and in one hour of working days nearly nothing.
  private func restless(_ hourly: Int, onWeekends weekend: Int, without missing: Range<Int>) -> [Finding] {
    var evidence = Evidence(scope: Sample.scope, history: Sample.history)
    evidence.hours = FailureSample.hours
    evidence.eventHours = (0..<360).filter { !missing.contains($0) }.map { place in
      let time = FailureSample.start(of: place)
      // 1970-01-01 was a Thursday.
      let day = (time.milliseconds / 86_400_000 + 3) % 7
      let events = day > 4 ? weekend : place % 24 == 21 ? 2 : hourly
      return EventHour(appKey: "333", kind: .sent, hour: time, events: events)
    }
    return Rule.quietHours.findings(evidence).filter(\.appKey.isEmpty)
  }

  @Test func `a gap of some hours is measured as a whole, and by working days where weekends are quiet`() {
    // Local midnight is 16:00 UTC; the last day is a Monday, until noon of which it is Sunday somewhere.
    let gap = ["time 2026-09-21 12:00 to 15:00 UTC"]
    #expect(restless(20, onWeekends: 20, without: 356..<359).map(\.scope.text) == gap)
    #expect(restless(20, onWeekends: 1, without: 356..<359).map(\.scope.text) == gap)
    // The hour that is nearly empty on each day is missed with others only, and a single one by all days.
    #expect(restless(20, onWeekends: 1, without: 357..<358).isEmpty)
    #expect(restless(20, onWeekends: 1, without: 356..<357).isEmpty)
    #expect(restless(20, onWeekends: 1, without: 350..<354).isEmpty)
    // Where nothing comes after it, the export may have ended.
    #expect(restless(20, onWeekends: 1, without: 356..<360).isEmpty)
  }

  @Test(arguments: [(3, 2000, 0), (2000, 3, 1)])
  func `a campaign after an hour or two without events says nothing of them, and one before does`(
    before: Int, after: Int, count: Int
  ) {
    var evidence = Evidence(scope: Sample.scope, history: Sample.history)
    evidence.hours = FailureSample.hours
    evidence.eventHours = (0..<360).filter { !(345..<347).contains($0) }.map { place in
      let events = place == 344 ? before : place == 347 ? after : 6 + place * 7919 % 6
      return EventHour(appKey: "333", kind: .sent, hour: FailureSample.start(of: place), events: events)
    }
    #expect(Rule.quietHours.findings(evidence).count { $0.appKey.isEmpty } == count)
  }

  @Test(arguments: [(22, 1), (16, 0)])
  func `an hour in a silence that is longer than any before is missed, and in another it is not`(
    lastHour: Int, count: Int
  ) {
    var evidence = Evidence(scope: Sample.scope, history: Sample.history)
    evidence.hours = FailureSample.hours
    // Each day begins at the eleventh hour, but for the last, and one evening ends early.
    evidence.eventHours = (0..<360).filter { place in
      let (day, hour) = (place / 24, place % 24)
      return hour >= (day == 14 ? 12 : 11) && hour <= (day == 5 ? lastHour : 22)
    }
    .map { EventHour(appKey: "333", kind: .sent, hour: FailureSample.start(of: $0), events: 200 + $0 % 9) }
    #expect(Rule.quietHours.findings(evidence).count { $0.appKey.isEmpty } == count)
  }

  @Test func `without a week of history nothing is usual`() {
    #expect(findings { _, _, hour in hour < 192 || hour == 350 }.count == 0)
    #expect(findings { _, _, hour in hour < 168 || hour == 350 }.count == 1)
  }

  @Test func `hours whose events are still on their way, and cut ones, are not missed`() {
    var unsettled = evidence { _, _, hour in hour == 359 }
    #expect(Rule.quietHours.findings(unsettled).count == 1)
    unsettled.scope.asOf = Sample.history[14].end
    #expect(Rule.quietHours.findings(unsettled).isEmpty)
    var cut = evidence { _, _, hour in hour == 359 }
    cut.hours[359].end -= 1
    #expect(Rule.quietHours.findings(cut).isEmpty)
  }

  /// Eight events an hour, but on two days of three every other hour has a campaign of 500, and 40 answers in the next.
  private func campaigns(onLastDay hasCampaigns: Bool, without missing: Int?) -> [Finding] {
    var evidence = Evidence(scope: Sample.scope, history: Sample.history)
    evidence.hours = FailureSample.hours
    for place in 0..<360 where place != missing {
      let (day, hour) = (place / 24, place % 24)
      let isDay = (8...14).contains(hour) && day % 3 != 0 && (day < 14 || hasCampaigns)
      let events = !isDay || hour == 8 && day % 2 == 1 ? 8 : (hour + day) % 2 == 0 ? 500 : 40
      evidence.eventHours.append(
        EventHour(appKey: "333", kind: .other, hour: FailureSample.start(of: place), events: events))
    }
    return Rule.quietHours.findings(evidence)
  }

  @Test func `after a full hour none is news though some days have few events at that time`() {
    #expect(campaigns(onLastDay: true, without: nil).isEmpty)
    #expect(campaigns(onLastDay: true, without: 347).map(\.appKey) == [""])
    #expect(campaigns(onLastDay: false, without: 347).isEmpty)
  }
}
