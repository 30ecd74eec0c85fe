import Diagnosis
import Prose
import ReceiptModel
import Testing

/// Which findings of kept judgements an explanation names.
struct ConcernedFindingsTests {
  private static let day: Int64 = 86_400_000
  /// The end of the UTC day of the push.
  private static let end = (Push.start / day + 1) * day

  private static func finding(
    _ code: FindingCode, _ scope: FindingScope = FindingScope(), app: String = "333", since: Int64? = -1,
    _ severity: Severity = .critical
  ) -> KeptFinding {
    let name = FindingName(code, appKey: app, scope: scope.lasting.text)
    return KeptFinding(
      SeenFinding(name, severity, since: since.map(Push.at), sinceIsExact: true), scope: scope.text,
      cause: "so it is")
  }

  private static func explained(
    _ push: Push, _ findings: [KeptFinding], end: Int64 = end
  ) -> DeliveryExplanation? {
    var settings = push.settings
    settings.judged = [JudgedDay(end: end, findings: findings)]
    return Diagnosis.explain(push.story, settings)?.deliveries.first
  }

  private static func codes(
    _ findings: [KeptFinding], _ push: Push = Push([(.sent, 0)]), end: Int64 = end
  ) -> [FindingCode] {
    explained(push, findings, end: end)?.findings.findings.map(\.seen.name.code) ?? []
  }

  @Test func `a finding about the push's build, system, network or message concerns it`() {
    let scopes: [FindingScope] = [
      .of(.appVersion, "3.2"), .of(.osVersion, "18.1"), .of(.appVersion, "3.2").and(.osVersion, "18.1"),
      .of(.message, "m"), .of(.osVersion, "18.2").and(.note, words: "and every lower one"),
    ]
    for scope in scopes {
      #expect(Self.codes([Self.finding(.extensionSilent, scope)]) == [.extensionSilent], "\(scope.text)")
    }
  }

  @Test func `one about other builds, systems, messages or AppKeys does not`() {
    let scopes: [FindingScope] = [
      .of(.appVersion, "3.3"), .of(.osVersion, "18.10"), .of(.appVersion, "3.2").and(.osVersion, "17"),
      .of(.message, "n"), .of(.osVersion, "18.0").and(.note, words: "and every lower one"),
      .of(.network, "wifi"), .of(.channel, "apns"), .of(.note, words: "3 messages"),
    ]
    for scope in scopes {
      #expect(Self.codes([Self.finding(.extensionSilent, scope)]) == [], "\(scope.text)")
    }
    #expect(Self.codes([Self.finding(.ackOutage, app: "444")]) == [])
  }

  @Test func `what began after the push, ended before it or is about the data does not concern it`() {
    let build = FindingScope.of(.appVersion, "3.2")
    #expect(Self.codes([Self.finding(.extensionSilent, build, since: 1)]) == [])
    #expect(Self.codes([Self.finding(.extensionSilent, build)], end: Push.start - Self.day) == [])
    #expect(Self.codes([Self.finding(.clockSkew)]) == [])
    // Where nobody knows when it began, it counts from the judged day on.
    #expect(Self.codes([Self.finding(.extensionSilent, build, since: nil)]) == [.extensionSilent])
    #expect(
      Self.codes([Self.finding(.extensionSilent, build, since: nil)], end: Self.end + 2 * Self.day) == [])
  }

  @Test(arguments: [
    ("2026-09-21T14:00Z to 2026-09-21T14:30Z", 1), ("2026-09-21T13:00Z to 2026-09-21T14:13Z", 0),
  ])
  func `an outage concerns the pushes of its hours`(time: String, count: Int) {
    // The push was sent at 14:13:20.
    // One of several AppKeys names none.
    for app in ["333", ""] {
      let outage = Self.finding(.ackOutage, .of(.time, words: .text(time)), app: app, since: -4 * Push.hour)
      #expect(Self.codes([outage]).count == count)
    }
  }

  @Test func `a finding about failures concerns the pushes that failed so`() {
    let refused = Push([(.sendFailed, 0)]) { story in
      story.traits.reasonText = "ExpiredProviderToken"
    }
    let scope = FindingScope.of(.channel, "apns")
    let dead = Self.finding(.tokensDead, scope.and(.reason, "BadDeviceToken"))
    let expired = Self.finding(.credentialsRefused, scope.and(.reason, "ExpiredProviderToken"))
    #expect(Self.codes([dead, expired], refused) == [.credentialsRefused])
    #expect(Self.codes([dead, expired]) == [])
  }

  @Test func `a finding about what a channel loses concerns its pushes`() {
    let lost = { Self.finding(.arrivalRateFall, .of(.channel, $0)) }
    #expect(Self.codes([lost("apns")]) == [.arrivalRateFall])
    #expect(Self.codes([lost("huawei")]) == [])
  }

  @Test func `a mismatch of a build concerns its silent pushes, one of no build those that were answered so`()
  {
    let scope = FindingScope.of(.answersUnder, "999")
    let ofBuild = Self.finding(.appKeyMismatch, scope.and(.appVersion, "3.2"))
    #expect(Self.codes([ofBuild]) == [.appKeyMismatch])
    #expect(Self.codes([Self.finding(.appKeyMismatch, scope)]) == [])
    var answered = Push([(.sent, 0)])
    answered.add([(.extAck, 900)], app: "999")
    #expect(Self.codes([Self.finding(.appKeyMismatch, scope)], answered) == [.appKeyMismatch])
    // It dates from the first answer, which comes after the push.
    #expect(Self.codes([Self.finding(.appKeyMismatch, scope, since: 900)], answered) == [.appKeyMismatch])
    #expect(Self.codes([Self.finding(.appKeyMismatch, scope, since: 900)]) == [])
    let later = Self.end + 2 * Self.day
    #expect(Self.codes([Self.finding(.appKeyMismatch, scope, since: 900)], answered, end: later) == [])
  }

  @Test func `a mismatch of no build concerns the messages that were answered under that AppKey`() {
    let at = Instant(milliseconds: Push.start)
    var sent = MessageStory(messageID: "m", appKey: "333")
    sent.tried = at...at
    var answered = MessageStory(messageID: "m", appKey: "999")
    answered.unmatched = 1
    var settings = Push([(.sent, 0)]).settings
    let mismatch = Self.finding(.appKeyMismatch, .of(.answersUnder, "999"))
    settings.judged = [JudgedDay(end: Self.end, findings: [mismatch])]
    #expect(Diagnosis.explain([sent], settings)[0].findings?.findings == [])
    let told = Diagnosis.explain([sent, answered], settings)
    #expect(told[0].findings?.findings == [mismatch])
    #expect(told[1].findings == nil)
  }

  @Test func `silence has the cause that a finding names`() {
    let push = Push([(.sent, 0)])
    #expect(Self.explained(push, [])?.verdict == .unknown)
    let build = Self.finding(.extensionSilent, .of(.osVersion, "18.1"))
    #expect(Self.explained(push, [build])?.verdict == .buildNeverAcks)
    let message = Self.finding(.messageSilent, .of(.message, "m"), .warning)
    #expect(Self.explained(push, [build, message])?.verdict == .messageCannotTrigger)
    // A finding of a share of the pushes says nothing sure of a single one.
    let timeouts = Self.finding(.extensionTimeouts, .of(.appVersion, "3.2"))
    #expect(Self.explained(push, [timeouts])?.verdict == .unknown)
  }

  @Test func `the worst come first, each once, as the first judgement told it that knew the push`() {
    func day(_ place: Int64, _ findings: [KeptFinding]) -> JudgedDay {
      JudgedDay(end: Self.end + place * Self.day, findings: findings)
    }
    var push = Push([(.sent, 0)])
    push.asOf = 20 * Self.day
    var settings = push.settings
    let fall = Self.finding(.ackRateFall, FindingScope(), .warning)
    var later = Self.finding(.ackRateFall, FindingScope(), .critical)
    later.cause = "worse"
    let silent = Self.finding(.extensionSilent, .of(.appVersion, "3.2"))
    settings.judged = [day(0, [fall]), day(1, [later, silent])]
    let found = Diagnosis.explain(push.story, settings)?.deliveries.first?.findings
    #expect(found?.findings == [silent, fall])
    #expect(found?.isJudged == true)
  }

  @Test func `where no judgement is kept it says as of when a check looks at the push`() {
    var push = Push([(.sent, 0)])
    func found() -> ConcernedFindings? {
      Diagnosis.explain(push.story, push.settings)?.deliveries.first?.findings
    }
    #expect(found()?.isJudged == false)
    // The first full hour of the next day, settled.
    #expect(found()?.judgedAsOf == Instant(milliseconds: Self.end + Push.hour + push.settings.settle))
    push.asOf = 2 * Push.hour
    #expect(found()?.judgedAsOf == push.settings.asOf)
    push.asOf = 1_000
    #expect(found()?.judgedAsOf == nil)
  }

  @Test func `a silent push names why its message was refused elsewhere`() throws {
    let push = Push([(.sent, 0)]) { story in
      story.messageFailures = [
        FailureCell(
          day: 0, appKey: "333", channel: "apns", kind: "send_failed", reasonCode: "",
          reasonText: "ExpiredProviderToken", count: 373)
      ]
    }
    let grounds = try #require(push.explanation?.deliveries.first).grounds.map { $0.text.plain() }
    #expect(grounds.contains { $0.hasPrefix("sends of this message refused: 373 (ExpiredProviderToken") })
  }
}
