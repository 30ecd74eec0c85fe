import Prose
import ReceiptModel
import Reporting
import TestSupport
import Testing

struct CheckMetricsTests {
  /// A sample: its name, its labels as they stand there, and its value.
  private struct Sample: Hashable {
    var name: String
    var labels: String
    var value: String
  }

  /// Reads the format as strictly as OpenMetrics wants it.
  private func samples(_ text: String) throws -> [Sample] {
    try #require(text.hasSuffix("\n# EOF\n"))
    var samples: [Sample] = []
    var families: Set<String> = []
    var family = ""
    for line in text.unicodeScalars.dropLast(6).split(separator: "\n").map(String.init) {
      if let head = try /^# (TYPE|UNIT|HELP) ([a-z_]+) (.+)$/.wholeMatch(in: line) {
        if head.1 == "TYPE" {
          #expect(head.3 == "gauge")
          #expect(families.insert(String(head.2)).inserted, "families are not mixed")
          family = String(head.2)
        }
        #expect(head.2 == family)
        if head.1 == "UNIT" { #expect(family.hasSuffix("_\(head.3)")) }
        continue
      }
      // By scalars: an accent at the beginning of a label is no part of the quotation mark before it.
      let pattern = /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\]|\\[\\"n])*",?)+\})? (-?[0-9.]+)$/
        .matchingSemantics(.unicodeScalar)
      let sample = try #require(try pattern.wholeMatch(in: line), "\(line.debugDescription)")
      #expect(sample.1 == family)
      samples.append(Sample(name: family, labels: String(sample.2 ?? ""), value: String(sample.3)))
    }
    #expect(Set(samples.map { [$0.name, $0.labels] }).count == samples.count, "no series stands twice")
    return samples
  }

  @Test func `findings, rates with what they are made of, and times are gauges`() throws {
    let samples = try samples(CheckMetrics.text(of: CheckSample.report()))
    func value(_ name: String, _ labels: String = "") -> String? {
      samples.first { $0.name == name && $0.labels == labels }?.value
    }
    #expect(value("pushledger_check_state") == "2")
    #expect(value("pushledger_as_of_timestamp_seconds") == "1790010000.000")
    #expect(value("pushledger_newest_event_timestamp_seconds") == "1790006400.000")
    #expect(value("pushledger_findings", #"{code="app_key_unknown",severity="info",app_key="999"}"#) == "1")
    let silent =
      #"{code="extension_silent",severity="critical",app_key="333",scope="app_version 3.3.0, os_version (unknown)"}"#
    #expect(value("pushledger_finding_observed_ratio", silent) == "0.000000")
    #expect(value("pushledger_finding_expected_ratio", silent) == "0.900000")
    #expect(value("pushledger_finding_deliveries", silent) == "1234")
    #expect(value("pushledger_ack_rate", #"{app_key="333"}"#) == "0.800000")
    #expect(value("pushledger_ack_rate_numerator", #"{app_key="333"}"#) == "80")
    #expect(value("pushledger_ack_rate_denominator", #"{app_key="444"}"#) == "100")
  }

  @Test func `where nothing was measured there is no rate`() throws {
    let samples = try samples(CheckMetrics.text(of: CheckSample.report([], apps: [])))
    #expect(
      samples.map(\.name) == [
        "pushledger_check_state", "pushledger_as_of_timestamp_seconds",
        "pushledger_newest_event_timestamp_seconds",
      ])
  }

  @Test func `a run has the metrics of its check and its own, and no success before the first`() throws {
    let report = CheckSample.report()
    func run(_ success: Instant?) throws -> [Sample] {
      try samples(RunMetrics.text(of: report, lastSuccess: success, seconds: 12.3456, exitCode: 66))
    }
    let check = try samples(CheckMetrics.text(of: report))
    let own = try run(Instant(milliseconds: 1_790_028_800_999)).dropFirst(check.count)
    #expect(
      own.map { "\($0.name)\($0.labels) \($0.value)" } == [
        "pushledger_last_success_timestamp_seconds 1790028800.999",
        "pushledger_last_run_duration_seconds 12.346", "pushledger_last_run_exit_code 66",
      ])
    #expect(try run(nil).map(\.name) == (check + own.dropFirst()).map(\.name))
  }

  @Test func `hostile texts stay inside their labels`() throws {
    for start in stride(from: 0, to: HostileText.all.count, by: 80) {
      let texts = Array(HostileText.all[start..<min(start + 80, HostileText.all.count)])
      let report = CheckSample.report(texts.map(CheckSample.hostile), apps: texts)
      let observed = try samples(CheckMetrics.text(of: report)).count {
        $0.name == "pushledger_finding_observed_ratio"
      }
      #expect(observed == Set(texts).count)
    }
  }

  @Test func `a log cannot make more series than there is room for`() throws {
    let apps = (0..<500).map { "key\($0)" }
    let findings = apps.map {
      Finding(
        .appKeyUnknown, .info, appKey: $0 + "x", deliveries: 1, observed: 0.5, expected: 0, cause: "",
        rivals: [],
        nextStep: "")
    }
    let samples = try samples(CheckMetrics.text(of: CheckSample.report(findings, apps: apps)))
    #expect(samples.count { $0.name == "pushledger_ack_rate" } == 101)
    #expect(samples.count { $0.name == "pushledger_findings" } == 1)
    #expect(samples.count { $0.name == "pushledger_finding_deliveries" } <= 200)
    let others = samples.first {
      $0.name == "pushledger_ack_rate_denominator" && $0.labels.contains("(others)")
    }
    #expect(others?.value == "40000")
  }
}
