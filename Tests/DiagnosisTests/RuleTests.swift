import Diagnosis
import Prose
import ReceiptModel
import Testing

struct RuleTests {
  private let scope = Sample.scope

  private func findings(_ rule: Rule, _ evidence: Evidence) -> [Finding] { rule.findings(evidence) }

  private func sender(sent: Int, mismatch: Int = 0) -> [CohortCell] {
    [Sample.cell(day: 0, "333", ["apns"], [.deliveries: sent, .sent: sent, .mismatch: mismatch])]
  }

  private func mismatches(_ count: Int) -> [FlagCount] {
    [FlagCount(flag: "app_key_mismatch", appKey: "999", detail: "333", count: count)]
  }

  @Test func `one answer under a foreign key is a warning, none is nothing`() {
    let one = findings(
      .appKeyMismatch,
      Evidence(scope: scope, cells: sender(sent: 1000, mismatch: 1), flags: mismatches(1)))
    #expect(one.map(\.severity) == [.warning])
    #expect(one.first?.appKey == "333")
    #expect(one.first?.scope.text == "answers under 999")
    #expect(one.first?.since == Instant(milliseconds: scope.days[0].start))
    #expect(findings(.appKeyMismatch, Evidence(scope: scope, cells: sender(sent: 1000))).isEmpty)
  }

  @Test(arguments: [
    (9, 1000, Severity.warning), (10, 100_000, .critical), (1, 100, .critical), (1, 101, .warning),
  ])
  func `ten foreign answers, or one in a hundred, are critical`(count: Int, sent: Int, severity: Severity) {
    let evidence = Evidence(
      scope: scope, cells: sender(sent: sent, mismatch: count), flags: mismatches(count))
    #expect(findings(.appKeyMismatch, evidence).map(\.severity) == [severity])
  }

  @Test func `a mismatch dates from the first of the days on which it was seen without a break`() {
    let days = Sample.history
    let cells =
      [3, 5, 6, 14].map { Sample.cell(day: $0, "333", ["apns"], [.deliveries: 9, .sent: 9, .mismatch: 1]) }
      + [Sample.cell(day: 4, "333", ["apns"], [.deliveries: 200, .sent: 200])]
    let evidence = Evidence(scope: scope, cells: cells, history: days, flags: mismatches(1))
    #expect(findings(.appKeyMismatch, evidence).first?.since == Instant(milliseconds: days[5].start))
  }

  @Test func `it dates from the first hour of that day with such an answer, and not from before the log`() {
    let days = Sample.history
    let cells = days.indices.suffix(3).map {
      Sample.cell(day: $0, "333", ["apns"], [.deliveries: 9, .sent: 9, .mismatch: 1])
    }
    var evidence = Evidence(scope: scope, cells: cells, history: days, flags: mismatches(1))
    let start = days[days.count - 3].start
    evidence.hours = (4..<8).map { hour in
      DaySpan(name: "", start: start + hour * 3_600_000, end: start + (hour + 1) * 3_600_000)
    }
    for (hour, isExact) in [(0, false), (2, true)] {
      evidence.hourCells = [
        Sample.cell(day: hour, "333", ["apns"], [.deliveries: 9, .sent: 9, .mismatch: 1])
      ]
      let found = findings(.appKeyMismatch, evidence).first
      #expect(found?.since == Instant(milliseconds: evidence.hours[hour].start))
      #expect(found?.sinceIsExact == isExact)
    }
  }

  @Test func `an unknown key is a warning, and a note of one delivery, or where a mismatch explains it`() {
    let unknown = FlagCount(flag: "app_key_unknown", appKey: "999", count: 3)
    #expect(findings(.appKeyUnknown, Evidence(scope: scope, flags: [unknown])).map(\.severity) == [.warning])
    #expect(
      findings(.appKeyUnknown, Evidence(scope: scope, flags: [unknown] + mismatches(3))).map(\.severity)
        == [.info])
    #expect(
      findings(.appKeyUnknown, Evidence(scope: scope, flags: [unknown] + mismatches(2))).map(\.severity)
        == [.warning])
    let single = FlagCount(flag: "app_key_unknown", appKey: "999", count: 1)
    #expect(findings(.appKeyUnknown, Evidence(scope: scope, flags: [single])).map(\.severity) == [.info])
    #expect(findings(.appKeyUnknown, Evidence(scope: scope, flags: mismatches(2))).isEmpty)
  }

  @Test(arguments: [(18, Severity.info), (17, .warning)])
  func `a key is explained when nine of ten of its events are answers to another's sends`(
    answers: Int, severity: Severity
  ) {
    // Of some the send is missing in the log, so they are nobody's answers.
    let unknown = FlagCount(flag: "app_key_unknown", appKey: "999", count: 20)
    let evidence = Evidence(scope: scope, flags: [unknown] + mismatches(answers))
    #expect(findings(.appKeyUnknown, evidence).map(\.severity) == [severity])
  }

  @Test(arguments: [(0, nil), (1, Severity.info), (10, .info), (11, .warning)])
  func `refused lines are a warning above one in a hundred`(lines: Int, severity: Severity?) {
    let health = Health(
      events: 1000 - lines, refused: lines > 0 ? [RefusedLines(reason: .notJSON, lines: lines)] : [])
    let found = findings(.refusedLines, Evidence(scope: scope, health: health))
    #expect(found.map(\.severity) == (severity.map { [$0] } ?? []))
  }

  @Test(arguments: [(0, 1000, Severity.info), (10, 1000, .info), (30, 1000, .warning), (2, 60, .info)])
  func `refused lines of the judged days are a warning, however many events came before`(
    lines: Int, count: Int, severity: Severity
  ) {
    var health = Health(events: 1_000_000, refused: [RefusedLines(reason: .notJSON, lines: 30)])
    health.refusedOfDays = Rate(lines, of: count)
    let found = findings(.refusedLines, Evidence(scope: scope, health: health))
    #expect(found.map(\.severity) == [severity])
    #expect(found.map(\.observed) == [severity == .info ? 30 / 1_000_030 : 0.03])
  }

  @Test func `hours without acks are told by the silence of their AppKey where that is found`() {
    func codes(silent appKey: String, of scope: FindingScope) -> [FindingCode] {
      let found = [
        Finding(
          .extensionSilent, .critical, appKey: appKey, scope: scope, cause: "a", rivals: [], nextStep: "b",
          rows: nil),
        Finding(
          .quietHours, .warning, appKey: "333",
          scope: .of(.kind, EventKind.extAck.name).and(.time, words: "c"), cause: "a", rivals: [],
          nextStep: "b", rows: nil),
      ]
      let rule = Rule(.quietHours) { _ in found.map { Suspicion(chance: 0, finding: $0) } }
      return Diagnosis.findings(Evidence(scope: self.scope), rules: [rule]).map(\.code)
    }
    #expect(codes(silent: "333", of: FindingScope()) == [.extensionSilent])
    #expect(codes(silent: "444", of: FindingScope()).count == 2)
    #expect(codes(silent: "333", of: .of(.appVersion, "5.0")).count == 2)
  }

  @Test func `unknown types are a note, with at most five names`() {
    let types = (0..<7).map { UnknownType(name: "t\($0)", events: 1) }
    let found = findings(.unknownTypes, Evidence(scope: scope, health: Health(unknownTypes: types)))
    #expect(found.map(\.scope.text) == ["t0, t1, t2, t3, t4 and 2 more"])
    #expect(findings(.unknownTypes, Evidence(scope: scope)).isEmpty)
  }

  @Test func `data are stale by the clock only, after a day`() {
    let day: Int64 = 24 * 3_600_000
    var evidence = Evidence(scope: scope, health: Health(newestEvent: Instant(milliseconds: 0)))
    #expect(findings(.stale, evidence).isEmpty)
    evidence.clock = Instant(milliseconds: day)
    #expect(findings(.stale, evidence).isEmpty)
    evidence.clock = Instant(milliseconds: day + 1)
    #expect(findings(.stale, evidence).map(\.scope.text) == ["no event since"])
  }

  @Test func `of two findings about one build the one that says why remains`() {
    @Sendable func finding(_ code: FindingCode, _ version: String, app: String = "333") -> Finding {
      Finding(
        code, .warning, appKey: app, scope: .of(.appVersion, version), cause: "", rivals: [], nextStep: "")
    }
    let general = Rule(.versionRegression) { _ in
      [
        finding(.versionRegression, "3.2"), finding(.versionRegression, "3.1"),
        finding(.versionRegression, "3.2", app: "444"),
      ]
    }
    let specific = Rule(.extensionTimeouts) { _ in [finding(.extensionTimeouts, "3.2")] }
    let found = Diagnosis.findings(Evidence(scope: scope), rules: [general, specific])
    #expect(
      found.map { "\($0.code.rawValue) \($0.appKey) \($0.scope.text)" } == [
        "extension_timeouts 333 app_version 3.2", "version_regression 333 app_version 3.1",
        "version_regression 444 app_version 3.2",
      ])
  }

  @Test func `every code has a rule, and every rule its own code`() {
    #expect(Set(Rule.all.map(\.code)) == Set(FindingCode.allCases))
    #expect(Rule.all.count == FindingCode.allCases.count)
  }
}
