import Diagnosis
import Prose
import ReceiptModel
import Testing

/// `ack_latency_regression` and `ack_over_budget`.
struct AckLatencyTests {
  /// Of a hundred acks an hour 96 take half a second, and 4 take 5 s; on the judged day some more do from noon on.
  private func evidence(slow: Int, at latency: Int64 = 5_000) -> Evidence {
    HourSample.evidence(
      (0..<360).map { place in
        let late = place < 348 ? 4 : slow
        return HourSample.cell(place, sent: 100, acked: [500: 96 - late, 700: 4, latency: late])
      })
  }

  @Test func `twice as many slow acks as ever, and a tenth of all, are a regression`() {
    let found = Rule.ackLatencyRegression.findings(evidence(slow: 18))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.since == Instant(milliseconds: HourSample.hours[348].start))
    #expect(found.first?.observed == 0.11)
    #expect(found.first?.expected == 0.04)
    #expect(Rule.ackLatencyRegression.findings(evidence(slow: 14)).isEmpty)
  }

  @Test func `phones that were off are not slow acks`() {
    #expect(Rule.ackLatencyRegression.findings(evidence(slow: 60, at: 3_600_000)).isEmpty)
  }

  /// Of a hundred acks an hour 60 take half a second, 30 take 3 s and 10 take 8 s; some hours' take so much longer.
  private func evidence(laterBy delay: Int64, in places: Set<Int>) -> Evidence {
    HourSample.evidence(
      (0..<360).map { place in
        let delay = places.contains(place) ? delay : 0
        let slowest: Int64 = delay > 0 ? 7_900 : 8_000
        return HourSample.cell(place, sent: 100, acked: [500 + delay: 60, 3_000 + delay: 30, slowest: 10])
      })
  }

  @Test func `a delay of all acks that the 95th percentile does not show is told by the median`() {
    let found = Rule.ackLatencyRegression.findings(evidence(laterBy: 2_000, in: Set(348..<360)))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.since == Instant(milliseconds: HourSample.hours[348].start))
    #expect(found.first?.observed == 0.7)
    #expect(found.first?.expected == 0.4)
    #expect(found.first?.cause.plain().contains("half within 2.5 s") == true)
    #expect(Rule.ackLatencyRegression.findings(evidence(laterBy: 900, in: Set(336..<360))).isEmpty)
  }

  @Test func `a median that rises now and then is no news when it does so again`() {
    let before = Set(120..<144)
    #expect(Rule.ackLatencyRegression.findings(evidence(laterBy: 2_000, in: Set(336..<360))).count == 1)
    #expect(
      Rule.ackLatencyRegression.findings(evidence(laterBy: 2_000, in: before.union(336..<360))).isEmpty)
  }

  private func builds(_ acked: [Int: Int]) -> Evidence {
    var sample = DeviceSample()
    sample.build("1.0", "wifi", sent: 1000, acked: [0: 900, 1: 60, 3: 40])
    sample.build("2.0", "wifi", sent: 500, acked: acked)
    return sample.evidence
  }

  @Test func `a build whose acks are slower than others' is named`() {
    let found = Rule.ackLatencyRegression.findings(builds([0: 100, 3: 400]))
    #expect(found.map(\.scope.text) == ["app_version 2.0"])
    #expect(
      found.first?.cause.plain().contains("80.00 % took 2 s or more, against 4.00 % for the others") == true)
    #expect(Rule.ackLatencyRegression.findings(builds([0: 460, 3: 40])).isEmpty)
  }

  @Test(arguments: [(10, ["app_version 2.0"]), (330, ["", "app_version 2.0"])])
  func `what one slow build explains is not told of its AppKey, too`(slowOthers: Int, scopes: [String]) {
    var evidence = evidence(slow: 40)
    var sample = DeviceSample()
    sample.build("1.0", "wifi", sent: 1000, acked: [0: 990 - slowOthers, 5: slowOthers, 7: 10])
    sample.build("2.0", "wifi", sent: 500, acked: [0: 100, 9: 400])
    evidence.devices = sample.evidence.devices
    #expect(Rule.ackLatencyRegression.findings(evidence).map(\.scope.text).sorted() == scopes)
  }

  @Test func `a build that is slower because its networks are is not named`() {
    var sample = DeviceSample()
    sample.build("1.0", "wifi", sent: 2000, acked: [0: 1980, 3: 20])
    sample.build("1.0", "3g", sent: 100, acked: [0: 50, 3: 50])
    sample.build("2.0", "wifi", sent: 100, acked: [0: 99, 3: 1])
    sample.build("2.0", "3g", sent: 500, acked: [0: 250, 3: 250])
    #expect(Rule.ackLatencyRegression.findings(sample.evidence).isEmpty)
  }

  /// A thousand acks on the judged day and ten thousand before it, of which some are above the budget.
  private func budget(_ over: Int, before: Int?, at latency: Int64 = 3_600_000, sent: Int = 1200) -> Evidence
  {
    var evidence = HourSample.evidence(
      [HourSample.cell(340, sent: sent, acked: [2_000: 1000 - over, latency: over])])
    evidence.cells = [
      Sample.cell(day: 14, "333", ["apns"], [.sent: sent, .acked: 1000, .overBudget: over])
    ]
    if let before {
      evidence.cells.append(
        Sample.cell(day: 3, "333", ["apns"], [.sent: 12_000, .acked: 10_000, .overBudget: before]))
    }
    return evidence
  }

  @Test(arguments: [
    (80, 800, 61_000, nil), (80, 400, 61_000, Severity.warning), (49, 100, 61_000, nil),
    (50, 500, 20_000, .info), (49, 490, 20_000, nil),
  ])
  func
    `acks above the budget are an alarm where they are more than ever, and worth a word where many are short`(
      over: Int, before: Int, latency: Int64, severity: Severity?
    )
  {
    let found = Rule.ackOverBudget.findings(budget(over, before: before, at: latency))
    #expect(found.map(\.severity) == (severity.map { [$0] } ?? []))
  }

  @Test func `late acks are not more where quick ones are lost`() {
    #expect(Rule.ackOverBudget.findings(budget(80, before: 400, sent: 2400)).isEmpty)
    let lost = HourSample.evidence(
      (0..<360).map { place in
        HourSample.cell(place, sent: 100, acked: [500: place < 336 ? 96 : 30, 5_000: 4])
      })
    #expect(Rule.ackLatencyRegression.findings(lost).isEmpty)
  }

  @Test func `without a history many acks of less than a minute are an alarm`() {
    #expect(Rule.ackOverBudget.findings(budget(50, before: nil, at: 20_000)).map(\.severity) == [.warning])
    #expect(Rule.ackOverBudget.findings(budget(50, before: nil, at: 61_000)).map(\.severity) == [.info])
    #expect(Rule.ackOverBudget.findings(budget(49, before: nil, at: 20_000)).isEmpty)
  }

  @Test func `what a window finds did not begin before the first event`() {
    var evidence = budget(50, before: nil, at: 20_000)
    #expect(
      Rule.ackOverBudget.findings(evidence).map(\.since?.milliseconds) == [evidence.scope.days[0].start])
    let first = evidence.hours[0].start
    evidence.scope.days[0].start = first - 86_400_000
    #expect(Rule.ackOverBudget.findings(evidence).map(\.since?.milliseconds) == [first])
  }

  @Test func `what people waited is bounded from above`() {
    let found = Rule.ackOverBudget.findings(budget(100, before: nil)).first
    // 900 acks of 2 s and 100 of 17 s at most: 3,500 s, and the buckets' width of a hundredth.
    #expect(
      found?.cause.plain().contains(
        "half of the banners at most 2.0 s, for 95 % of them at most 17.0 s, and 58.6 min in all")
        == true)
    #expect(found?.cause.plain().contains("upper bounds") == true)
    #expect(found.map { $0.cause.plain().count < 500 } == true)
  }
}
