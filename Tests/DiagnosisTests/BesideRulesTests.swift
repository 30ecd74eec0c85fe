import Diagnosis
import Prose
import ReceiptModel
import Testing

/// What rules make of facts beside the receipts: an extension's own log, a console's counts.
struct BesideRulesTests {
  private func times(_ version: String, runs: Int, expired: Int = 0, attachments: Int = 0) -> ExtensionTimes {
    var times = ExtensionTimes(appKey: DeviceSample.appKey, appVersion: version)
    times.runs = runs
    times.outcomes = [.expired: expired, .acked: runs - expired]
    times.attachmentsFailed = attachments
    times.lengths.add(bucket: LatencyBucket.bucket(of: 2_000), count: runs)
    times.firstExpired = expired > 0 ? Instant(milliseconds: 5) : nil
    return times
  }

  private func evidence(_ change: (inout ExternalFacts) -> Void) -> Evidence {
    var evidence = Evidence(scope: Sample.scope)
    change(&evidence.beside)
    return evidence
  }

  @Test func `runs whose time ran out are a fact without rivals`() throws {
    let found = Rule.extensionTimeouts.findings(
      evidence { $0.extensions = [times("2.0", runs: 200, expired: 4)] })
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.scope.text == "app_version 2.0")
    #expect(finding.observed == 0.02)
    #expect(finding.rivals.isEmpty)
    #expect(finding.since == Instant(milliseconds: 5))
    #expect(finding.cause.plain().contains("in 4 of 200 runs"))
  }

  @Test func `a few runs, or hardly any that ran out, are no news`() {
    #expect(
      Rule.extensionTimeouts.findings(evidence { $0.extensions = [times("2.0", runs: 19, expired: 9)] })
        .isEmpty)
    #expect(
      Rule.extensionTimeouts.findings(evidence { $0.extensions = [times("2.0", runs: 200, expired: 1)] })
        .isEmpty)
    #expect(Rule.extensionTimeouts.findings(evidence { $0.extensions = [times("2.0", runs: 200)] }).isEmpty)
  }

  @Test func `where the log says it, nothing is inferred of the same build`() {
    var sample = DeviceSample()
    sample.build(
      "1.0", "wifi", sent: 2000, acked: [0: 1880, 7: 40, 13: 20], retried: 20, openedAcked: 200,
      openedUnacked: 6)
    sample.build(
      "1.0", "4g", sent: 1000, acked: [1: 850, 7: 80, 13: 40], retried: 10, openedAcked: 100, openedUnacked: 3
    )
    sample.build("2.0", "wifi", sent: 1000, acked: [0: 940, 7: 20, 13: 10], retried: 10, openedAcked: 100)
    sample.build("2.0", "4g", sent: 500, acked: [1: 60, 7: 60, 13: 60], openedAcked: 20, openedUnacked: 30)
    var evidence = sample.evidence
    #expect(Rule.extensionTimeouts.findings(evidence).map(\.rivals.isEmpty) == [false])
    evidence.beside.extensions = [times("2.0", runs: 100, expired: 30)]
    #expect(Rule.extensionTimeouts.findings(evidence).map(\.rivals.isEmpty) == [true])
    evidence.beside.extensions = [times("3.0", runs: 100, expired: 30)]
    #expect(
      Rule.extensionTimeouts.findings(evidence).map(\.rivals.isEmpty).sorted { $0 && !$1 } == [true, false])
  }

  @Test func `attachments of a type that the system does not know are told by their error`() throws {
    let error = "Unrecognized attachment file type"
    let found = Rule.attachmentFailures.findings(
      evidence {
        $0.extensions = [times("2.0", runs: 100, attachments: 30), times("2.1", runs: 100, attachments: 2)]
        $0.attachmentFailures = [("timed out", "2.0", 3), (error, "2.0", 27), (error, "2.1", 2)].map {
          AttachmentFailure(
            error: $0.0, appKey: DeviceSample.appKey, appVersion: $0.1, failures: $0.2,
            first: Instant(milliseconds: 9))
        }
      })
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.scope.text == "reason \(error)")
    #expect(finding.deliveries == 32)
    #expect(finding.cause.plain().hasSuffix("in 32 of 200 logged runs: \(error) (29), timed out (3)"))
    #expect(finding.nextStep.plain().contains("ending such as .jpg"))
  }

  private func total(
    _ theirs: Int, _ ours: Int?, kind: EventKind = .sent, message: String = "m", app: String = "1",
    at sent: Int64? = Sample.history[14].start
  ) -> ControlTotal {
    ControlTotal(
      source: "console", appKey: app, message: message, kind: kind, theirs: theirs, ours: ours,
      comparison: .onlySender, sentAt: sent.map(Instant.init(milliseconds:)))
  }

  private func gaps(_ totals: [ControlTotal]) -> [Finding] {
    Rule.exportGap.findings(evidence { $0.totals = totals })
  }

  @Test func `sends that a console counts and the ledger lacks are a gap of the export`() throws {
    let found = gaps([
      total(1000, 900, message: "a"), total(1000, 1000, message: "b"), total(500, 510, message: "c"),
    ])
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.severity == .warning)
    #expect(finding.scope.text == "kind sent, counted by console")
    // What the ledger has more of one message does not make up for what it lacks of another.
    #expect(finding.deliveries == 100)
    #expect(finding.observed == 0.04)
    #expect(!finding.rivals.isEmpty)
    #expect(finding.rows == "control-totals")
  }

  @Test func `a gap began where many are lacking, not where one is`() {
    let start = Sample.history[14].start
    let found = gaps(
      (0..<20).map { number in
        total(
          100, number < 12 ? 100 - number % 2 : 60, message: "\(number)",
          at: start + Int64(number) * DeviceSample.hour)
      })
    #expect(found.map(\.since) == [Instant(milliseconds: start + 12 * DeviceSample.hour)])
    #expect(found.map(\.sinceIsFirstJudged) == [false])
    // What lacks from the first message on may have begun on a day before.
    let lacking = gaps([total(100, 90, at: start), total(100, 90, at: start + 1)])
    #expect(lacking.map(\.since) == [Instant(milliseconds: start)])
    #expect(lacking.map(\.sinceIsFirstJudged) == [true])
  }

  @Test func `small differences, few pushes and what cannot be compared are no gap`() {
    #expect(gaps([total(1000, 991)]).isEmpty)
    #expect(gaps([total(1000, 990)]).count == 1)
    #expect(gaps([total(99, 0)]).isEmpty)
    #expect(gaps([total(1000, nil)]).isEmpty)
    #expect(gaps([total(1000, 0, at: nil)]).isEmpty)
    #expect(gaps([total(1000, 0, at: Sample.scope.settledUntil + 1)]).isEmpty)
    #expect(gaps([total(1000, 1200)]).isEmpty)
  }

  @Test func `opens are not judged, since they go on after a count was taken`() {
    #expect(gaps([total(1000, 100, kind: .opened)]).isEmpty)
    #expect(gaps([total(1000, 100, kind: .arrived)]).count == 1)
  }

  /// So many answered pushes of one AppKey with a send, and so many without, which begin in an hour of the last day.
  private func answers(_ sent: Int, without: Int, others: Int = 0, from hour: Int = 345) -> [Finding] {
    let cells = [
      Sample.cell(day: 14, "555", ["apns"], [.ackEligible: 100, .acked: 60]),
      Sample.cell(day: 13, "333", ["apns"], [.ackEligible: 5_000, .acked: 5_000]),
      Sample.cell(
        day: 14, "333", ["apns"],
        [.ackEligible: sent, .acked: sent - 50, .opened: 40, .eligibleOpened: 40, .openedUnacked: 30]),
      Sample.cell(day: 14, "333", ["huawei"], [.sent: sent, .opened: 20]),
    ]
    var evidence = Evidence(
      scope: Sample.scope, cells: cells, history: Sample.history,
      flags: [
        FlagCount(flag: "orphan_ack", appKey: "333", count: without),
        FlagCount(flag: "orphan_ack", appKey: "444", count: 900),
        FlagCount(flag: "orphan_ack", appKey: "555", count: others),
        FlagCount(flag: "ack_retried", appKey: "333", count: 900),
      ])
    evidence.hours = HourSample.hours
    evidence.hourCells = (0..<360).map { place in
      let sent = place < hour ? 200 : 180
      return Sample.cell(
        day: place, "333", ["apns"], [.deliveries: 200, .sent: sent - place % 2, .sendFailed: place % 2])
    }
    return Rule.exportGap.findings(evidence)
  }

  @Test func `answers of devices to which nobody sent tell of a shard of the log that is missing`() {
    let found = answers(900, without: 100)
    #expect(found.map(\.appKey) == ["333"])
    #expect(found.map(\.scope.text) == ["kind sent, answered by the device"])
    #expect(found.first?.observed == 0.1)
    #expect(found.first?.cause.plain().contains("100 of 1,000 answered pushes have no send") == true)
    #expect(found.map(\.since) == [Instant(milliseconds: HourSample.hours[345].start)])
    #expect(answers(900, without: 100, from: 0).map(\.since) == [nil])
  }

  @Test func `where several AppKeys lack sends, it is one shard and one finding`() {
    let found = answers(900, without: 100, others: 8)
    #expect(found.map(\.appKey) == [""])
    #expect(found.map(\.deliveries) == [108])
  }

  @Test(arguments: [(990, 10), (60, 3), (970, 31)])
  func `a few of them, or hardly more than usual, tell nothing`(sent: Int, without: Int) {
    #expect(answers(sent, without: without).isEmpty)
  }
}
