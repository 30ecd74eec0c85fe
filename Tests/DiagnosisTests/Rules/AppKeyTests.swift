import Diagnosis
import Prose
import ReceiptModel
import Testing

struct AppKeyTests {
  // Mismatches.

  private func facts(
    _ version: String = "5.0.0", deliveries: Int = 12, devices: Int = 9, day: Int = 14,
    foreign: String = "999"
  ) -> MismatchFacts {
    MismatchFacts(
      foreignKey: foreign, sender: "333", appVersion: version, deliveries: deliveries, devices: devices,
      messages: 3, firstAt: Sample.instant(7, day: day))
  }

  private func mismatches(_ facts: [MismatchFacts], daysBefore: Int = 0) -> [Finding] {
    mismatches(facts, of: (14 - daysBefore...14).map { ($0, 1, 5000) })
  }

  private func mismatches(_ facts: [MismatchFacts], of days: [(day: Int, answers: Int, sent: Int)])
    -> [Finding]
  {
    var evidence = Sample.evidence()
    evidence.cells = days.map { day, answers, sent in
      Sample.cell(day: day, "333", ["apns"], [.deliveries: sent, .sent: sent, .mismatch: answers])
    }
    evidence.mismatches = facts
    return Rule.appKeyMismatch.findings(evidence)
  }

  @Test func `a mismatch of one build names the key, the build and the first answer`() {
    let found = mismatches([facts()])
    #expect(found.map(\.scope.text) == ["answers under 999, app_version 5.0.0"])
    #expect(found.map(\.since) == [Sample.instant(7)])
    #expect(found.map(\.devices) == [9])
    #expect(found.map(\.severity) == [.critical])
    #expect(
      found.first?.cause.plain()
        == "an app or extension build that is configured with AppKey 999: app_version 5.0.0 (12 deliveries)")
    #expect(found.first?.nextStep.plain().hasSuffix("extension target of app_version 5.0.0") == true)
    #expect(found.map(\.rows) == ["app-key-mismatches"])
  }

  @Test func `several builds are listed, and their devices not added up`() {
    let found = mismatches([facts("5.0.0", deliveries: 3), facts("5.1.0", deliveries: 30), facts("")])
    #expect(found.map(\.scope.text) == ["answers under 999"])
    #expect(found.map(\.deliveries) == [45])
    #expect(found.map(\.devices) == [nil])
    #expect(
      found.first?.cause.plain().hasSuffix(": app_version 5.1.0 (30 deliveries), app_version 5.0.0 (3)")
        == true)
  }

  @Test func `a build is named though a few answers came before its devices had it`() {
    func found(_ counts: [Int], sent: [Int]) -> [String] {
      var evidence = Sample.evidence(
        versions: sent.enumerated().map {
          Sample.build("5.\($0.offset)", "17.0", [.deliveries: $0.element, .sent: $0.element])
        })
      evidence.mismatches = counts.enumerated().map { facts("5.\($0.offset)", deliveries: $0.element) }
      return Rule.appKeyMismatch.findings(evidence).map(\.scope.text)
    }
    #expect(found([269, 1], sent: [300, 900]) == ["answers under 999, app_version 5.0"])
    #expect(found([269, 40], sent: [300, 900]) == ["answers under 999"])
    #expect(found([269, 10], sent: [9_600, 400]) == ["answers under 999"])
  }

  @Test func `where all builds answer under another key, none of them is to blame`() {
    func found(_ counts: [Int], sent: Int = 900) -> Finding? {
      var evidence = Sample.evidence(
        versions: counts.indices.map { Sample.build("5.\($0)", "17.0", [.deliveries: sent, .sent: sent]) })
      let all = sent * counts.count
      evidence.cells = [Sample.cell(day: 14, "333", ["apns"], [.deliveries: all, .sent: all])]
      evidence.mismatches = counts.enumerated().map { facts("5.\($0.offset)", deliveries: $0.element) }
      return Rule.appKeyMismatch.findings(evidence).first
    }
    let spread = found([39, 38, 40, 36, 41, 37])
    #expect(spread?.cause.plain().hasPrefix("what sends to these devices") == true)
    #expect(spread?.scope.text == "answers under 999")
    #expect(spread?.rivals.count == 2)
    #expect(spread?.severity == .critical)
    #expect(found([39, 38, 40, 36, 41, 37], sent: 9_000)?.severity == .warning)
    #expect(found([90, 3, 2, 4], sent: 9_000)?.severity == .critical)
    for counts in [[90, 3, 2, 4], [60, 62, 3, 2, 4], [39, 40]] {
      #expect(found(counts)?.cause.plain().hasPrefix("an app or extension build") == true)
    }
  }

  @Test func `a mismatch that was there before began on the first of the days with one`() {
    #expect(mismatches([facts()], daysBefore: 2).map(\.since) == [Sample.instant(0, day: 12)])
    let twoKeys = mismatches([facts(), facts(foreign: "888")], daysBefore: 2)
    #expect(twoKeys.map(\.since) == [Sample.instant(7), Sample.instant(7)])
  }

  @Test func `a day without one is no end where so few sends need not have had any`() {
    func since(sent: Int) -> [Instant?] {
      mismatches([facts()], of: [(12, 50, 5000), (13, 0, sent), (14, 50, 5000)]).map(\.since)
    }
    #expect(since(sent: 100) == [Sample.instant(0, day: 12)])
    #expect(since(sent: 5000) == [Sample.instant(7)])
  }

  @Test func `many answers of one device are a test device, and no alarm at night`() {
    let found = mismatches([facts(deliveries: 500, devices: 1)])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.rivals.first?.cause.plain() == "a test device")
    #expect(mismatches([]).isEmpty)
  }

  @Test func `without the facts the flags tell the key, and the counters the version`() {
    var evidence = Sample.evidence(versions: [
      Sample.build("3.1", "17.0", Sample.sends(400, acked: 280)),
      Sample.build("3.2", "17.0", [.deliveries: 40, .sent: 40, .ackEligible: 40, .mismatch: 5]),
    ])
    evidence.flags = [FlagCount(flag: "app_key_mismatch", appKey: "999", detail: "333", count: 5)]
    let found = Rule.appKeyMismatch.findings(evidence)
    #expect(found.map(\.scope.text) == ["answers under 999"])
    #expect(found.first?.cause.plain().hasSuffix(", mostly app_version 3.2") == true)
  }

  // Unknown keys.

  @Test func `an unknown key tells when it was seen first, and what it may be mistyped for`() {
    var evidence = Sample.evidence()
    evidence.flags = [FlagCount(flag: "app_key_unknown", appKey: "333526274", count: 3)]
    evidence.eventHours = [
      EventHour(appKey: "333526274", kind: .extAck, hour: Sample.instant(9), events: 2),
      EventHour(appKey: "333526274", kind: .opened, hour: Sample.instant(3), events: 1),
    ]
    #expect(Rule.appKeyUnknown.findings(evidence).map(\.since) == [Sample.instant(3)])
    for (known, isSlip) in [
      ("333526247", true), ("33352627", true), ("333526275", true), ("3335262744", true),
      ("333526000", false),
      ("333526472", false),
    ] {
      evidence.configuredKeys = [known]
      let found = Rule.appKeyUnknown.findings(evidence)
      #expect((found.first?.rivals.count == 2) == isSlip, "\(known)")
    }
  }

  // Quiet keys.

  /// 333 has events in the given hours of each day of the history, 444 in every hour of all days.
  private func activity(hours: Range<Int>, today: Range<Int> = 0..<0, days: Range<Int> = 0..<14) -> Evidence {
    var evidence = Sample.evidence()
    evidence.configuredKeys = ["333", "444"]
    for day in 0...14 {
      let own = day == 14 ? today : days.contains(day) ? hours : 0..<0
      for hour in 0..<24 {
        for (key, isActive) in [("333", own.contains(hour)), ("444", true)] where isActive {
          evidence.eventHours.append(
            EventHour(appKey: key, kind: .sent, hour: Sample.instant(hour, day: day), events: 7))
        }
      }
    }
    return evidence
  }

  private func quiet(_ evidence: Evidence) -> [Finding] { Rule.appKeyQuiet.findings(evidence) }

  @Test func `a key that was active all day long and has stopped is quiet since its last event`() {
    let found = quiet(activity(hours: 6..<24))
    #expect(found.map(\.appKey) == ["333"])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.since) == [Sample.instant(0)])
    #expect(quiet(activity(hours: 6..<24, today: 22..<23)).isEmpty)
  }

  @Test func `a key whose receipts went on after its last send has been stopped by its sender`() {
    var evidence = activity(hours: 6..<24)
    evidence.eventHours.removeAll {
      $0.appKey == "333" && $0.hour.milliseconds >= Sample.instant(0, day: 12).milliseconds
    }
    #expect(quiet(evidence).map(\.severity) == [.warning])
    // The last send was at 23:00; by night it sends nothing, so answers until 6:00 are no sign.
    for (hours, severity) in [(5, Severity.warning), (12, .info)] {
      var answered = evidence
      for hour in 0..<hours {
        answered.eventHours.append(
          EventHour(appKey: "333", kind: .opened, hour: Sample.instant(hour, day: 12), events: 1))
      }
      #expect(quiet(answered).map(\.severity) == [severity])
    }
  }

  @Test func `a key that nobody configured is an alarm where receipts of its last sends are missed`() {
    // Both pause each night; of seven sends in the evening two are opened in the hour after.
    func stopped(_ sends: Int, isConfigured: Bool, answered: Bool = false) -> [Severity] {
      var evidence = activity(hours: 6..<24)
      evidence.configuredKeys = isConfigured ? ["333", "444"] : ["444"]
      evidence.cells = [Sample.cell(day: 0, "333", ["fcm"], [.sent: 700, .deliveries: 700])]
      evidence.eventHours.removeAll {
        $0.appKey == "333" && $0.hour.milliseconds == Sample.instant(23, day: 13).milliseconds
      }
      let last = EventHour(appKey: "333", kind: .sent, hour: Sample.instant(23, day: 13), events: sends)
      let opens = (1..<14).map {
        EventHour(appKey: "333", kind: .opened, hour: Sample.instant(0, day: $0), events: 2)
      }
      evidence.eventHours += [last] + opens
      if answered {
        evidence.eventHours.append(
          EventHour(appKey: "333", kind: .opened, hour: Sample.instant(0, day: 14), events: 1))
        evidence.scope.days[0].start += 3_600_000
      }
      return quiet(evidence).map(\.severity)
    }
    #expect(stopped(3, isConfigured: false) == [.info])
    #expect(stopped(40, isConfigured: false) == [.warning])
    #expect(stopped(3, isConfigured: true) == [.warning])
    // One that came in shows that the log went on after the last send.
    #expect(stopped(40, isConfigured: false, answered: true) == [.info])
    #expect(stopped(40, isConfigured: true, answered: true) == [.warning])
  }

  @Test func `a key that is used for some hours a day may skip one`() {
    // A third of all hours, at least 0.287, leaves none in 24 with 0.0003; a quarter, 0.207, with 0.0038.
    #expect(quiet(activity(hours: 0..<8)).count == 1)
    #expect(quiet(activity(hours: 0..<6)).isEmpty)
  }

  @Test func `a pause that began long before the judged days is judged by what was before it`() {
    // Active in 10 of 24 hours until four days ago: 100 of the 334 hours since are too few for one day, 0.25^24 and
    // the like of a pause of 82 hours beyond the usual one is not.
    let evidence = activity(hours: 6..<16, days: 0..<10)
    let found = quiet(evidence)
    #expect(found.map(\.appKey) == ["333"])
    #expect(found.map(\.since) == [Sample.instant(16, day: 9)])
    #expect(found.first?.cause.plain().contains("100 of 232 hours had events") == true)
    // The chance is that of the hours before the pause, not of those with it.
    let chance = Rule.appKeyQuiet.judge(evidence).map(\.chance).min() ?? 1
    #expect(chance < 1e-9)
    // A week is too short a past for a day only where it is less than three days.
    #expect(quiet(activity(hours: 6..<16, days: 0..<2)).isEmpty)
  }

  @Test(arguments: [(7, 13, 0), (7, 14, 1), (3, 13, 1)])
  func `a key younger than a week may rest on a weekend, and is missed on Monday`(
    first: Int, judged: Int, findingCount: Int
  ) {
    // It was active all day until Friday, the day of place 11.
    var evidence = activity(hours: 0..<24, days: first..<12)
    let day = Sample.history[judged]
    evidence.scope.days = [day]
    evidence.scope.asOf = day.end + 3_600_000
    evidence.history = Array(Sample.history[...judged])
    evidence.eventHours.removeAll {
      $0.hour.milliseconds >= day.end || $0.hour.milliseconds < Sample.history[first].start
    }
    #expect(quiet(evidence).count == findingCount)
  }

  @Test(arguments: [(20, 1), (15, 0)])
  func `a pause must be twice as long as any before`(hours: Int, count: Int) {
    // Quiet from then on, and so for 24 hours more in the judged day.
    var evidence = activity(hours: 2..<hours)
    let (start, end) = (Sample.instant(hours - 1, day: 5), Sample.instant(9, day: 6))
    evidence.eventHours.removeAll {
      $0.appKey == "333" && $0.hour.milliseconds > start.milliseconds
        && $0.hour.milliseconds < end.milliseconds
    }
    #expect(quiet(evidence).count == count)
  }

  @Test func `a pause no longer than pauses before is none`() {
    // Active 20 hours on all days but two in the middle.
    var evidence = activity(hours: 2..<22)
    let (start, end) = (Sample.instant(0, day: 5), Sample.instant(0, day: 7))
    evidence.eventHours.removeAll {
      $0.appKey == "333" && $0.hour.milliseconds >= start.milliseconds
        && $0.hour.milliseconds < end.milliseconds
    }
    #expect(quiet(evidence).isEmpty)
  }

  @Test func `a short past, or silence of all, says nothing of a key`() {
    var evidence = activity(hours: 0..<24)
    evidence.eventHours.removeAll { $0.hour.milliseconds < Sample.instant(0, day: 12).milliseconds }
    #expect(quiet(evidence).isEmpty)
    evidence = activity(hours: 0..<24)
    evidence.eventHours.removeAll { $0.hour.milliseconds >= Sample.instant(0).milliseconds }
    #expect(quiet(evidence).isEmpty)
    evidence = activity(hours: 6..<24)
    evidence.scope.asOf = Sample.scope.days[0].end
    #expect(quiet(evidence).isEmpty)
  }

  @Test func `a configured key without any event is a note that tells never from long ago`() {
    var evidence = activity(hours: 0..<0)
    #expect(quiet(evidence).map(\.severity) == [.info])
    #expect(quiet(evidence).map(\.scope.text) == ["no event ever"])
    let longAgo = Instant(milliseconds: Sample.history[0].start - 1)
    evidence.health = Health(freshness: [Freshness(appKey: "333", kind: .sent, newest: longAgo, events: 5)])
    #expect(quiet(evidence).map(\.scope.text) == ["no event for a long time"])
    #expect(quiet(evidence).map(\.since) == [longAgo])
    evidence.scope.appKeys = ["444"]
    #expect(quiet(evidence).isEmpty)
  }
}
