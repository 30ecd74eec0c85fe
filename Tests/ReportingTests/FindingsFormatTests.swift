import Foundation
import Prose
import ReceiptModel
import Reporting
import TestSupport
import Testing

struct FindingsFormatTests {
  private static let command =
    "pushledger query deliveries-of --since 2026-09-21T00:00:00.000+08:00 --until 2026-09-22T00:00:00.000+08:00"
    + " --app-key 333 --param app_version=3.3.0 --param os_version= --param unacked_ms=30000"

  @Test func `a terminal gets the worst first, with its numbers, rivals and what to do`() {
    #expect(
      FindingsText(width: 60).text(of: CheckSample.report()) == """
        1 critical, 1 warning, 1 info
        as of 2026-09-22T01:00:00.000+08:00
        this check judges sends from 2026-09-21T00:00:00.000+08:00 to 2026-09-22T00:00:00.000+08:00

        CRITICAL extension_silent of Shop (333), app_version 3.3.0, os_version (unknown)
          state     new
          since     2026-09-20T22:30:00.000+08:00 or earlier
          concerns  1,234 deliveries, 1 device
          seen      0.00 % (Wilson limits 0.00 to 0.31 %), expected
                    90.00 %
          cause     this build has no notification service extension
          or        a minimum iOS above the devices'
                    settled by: the deployment target
          or        chance
          next      check the extension target
          rows      \(Self.command)

        WARNING refused_lines, mostly not-json
          state     new
          seen      2.00 %
          cause     not valid JSON
          next      run pushledger rejects

        INFO app_key_unknown of 999
          state     new
          concerns  1 delivery
          cause     a wrong AppKey
          next      find the build

        """)
  }

  @Test func `a check says that sums are all it has of some days`() {
    var report = CheckSample.report()
    #expect(!FindingsJSON.text(of: report).contains("loaded_days"))
    report.rows.summedDays = [SummedDay(span: 0..<1, run: "")]
    let words =
      "for 1 day there are only loaded sums, so findings that need devices or single messages are left out"
    #expect(FindingsText(width: 60).text(of: report).split(separator: "\n")[3] == words)
    #expect(MarkdownPage().text(of: Page(report)).contains(words))
    #expect(FindingsJSON.text(of: report).contains("\"loaded_days\": 1"))
    report.rows.summedDays = Array(repeating: SummedDay(span: 0..<1, run: ""), count: 7)
    #expect(FindingsText().text(of: report).contains("for 7 days there are only loaded sums"))
  }

  @Test func `colour is only added, and what is left out is counted`() {
    let report = CheckSample.report()
    let plain = FindingsText().text(of: report)
    let colored = FindingsText(usesColor: true).text(of: report)
    #expect(colored.contains("\u{1B}[1;31mCRITICAL\u{1B}[0m extension_silent"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    let few = FindingsText(hidden: 2).text(of: report.limited(to: .critical))
    #expect(few.hasPrefix("1 critical; 2 findings not shown\n"))
    #expect(FindingsText().text(of: CheckSample.report([])).hasPrefix("no findings\n"))
  }

  @Test func `what says that nothing can be judged is never left out`() {
    let thin = Finding(.tooThin, .info, cause: "few sends", rivals: [], nextStep: "wait")
    let report = CheckSample.report(CheckSample.findings + [thin])
    #expect(report.findings(from: .critical).map(\.code) == [.extensionSilent, .tooThin])
  }

  @Test func `JSON has every member, and null where nothing is known`() throws {
    let text = FindingsJSON.text(of: CheckSample.report())
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(document["worst"] as? String == "critical")
    #expect(document["as_of"] as? String == "2026-09-22T01:00:00.000+08:00")
    #expect((document["window"] as? [String: String])?["since"] == "2026-09-21T00:00:00.000+08:00")
    let findings = try #require(document["findings"] as? [[String: Any]])
    #expect(findings.count == 3)
    #expect(
      Set(findings[0].keys) == [
        "code", "severity", "app_key", "app_name", "scope", "scope_text", "since", "deliveries", "devices",
        "observed", "expected", "interval", "cause", "rivals", "next_step", "command",
        "state", "first_seen", "since_is_exact", "acknowledged_until", "acknowledged_because",
      ])
    #expect(findings[0]["scope"] as? [String: String] == ["app_version": "3.3.0", "os_version": ""])
    #expect(findings[0]["app_name"] as? String == "Shop")
    #expect(findings[0]["interval"] as? [Double] == [0, 0.0031])
    #expect(findings[0]["command"] as? String == Self.command)
    #expect((findings[0]["rivals"] as? [[String: Any]])?[1]["settled_by"] is NSNull)
    for name in ["since", "deliveries", "devices", "expected", "interval", "command"] {
      #expect(findings[1][name] is NSNull, "\(name)")
    }
    let empty = try JSONSerialization.jsonObject(
      with: Data(FindingsJSON.text(of: CheckSample.report([])).utf8))
    #expect((empty as? [String: Any])?["worst"] is NSNull)
  }

  @Test func `what is known or gone comes last, is counted apart and wakes nobody`() {
    var findings = CheckSample.findings
    findings[0].acknowledgement = Acknowledgement(
      FindingName(findings[0]), .critical, until: Instant(milliseconds: 0), reason: "fixed in 3.3.1")
    findings[1].state = .resolved
    let report = CheckSample.report(findings)
    let text = FindingsText().text(of: report)
    #expect(text.hasPrefix("1 info, 1 known, 1 resolved\n"))
    #expect(text.contains("state     new; known until 1970-01-01 08:00:00: fixed in 3.3.1"))
    #expect(report.findings.map(\.severity) == [.info, .critical, .warning])
    #expect(CheckState(report.findings) == .ok)
    #expect(NagiosLine.text(of: report, as: .ok).contains("critical=0;;;0 warning=0;;;0 info=1"))
    #expect(!CheckMetrics.text(of: report).contains("severity=\"critical\""))
  }

  @Test func `nobody knows that something critical without traffic still stands`() {
    var finding = CheckSample.findings[0]
    #expect(CheckState([finding]) == .critical)
    finding.state = .noTraffic
    #expect(CheckState([finding]) == .warning)
  }

  @Test func `the news are what is new or worse and not known, and what says that nothing can be judged`() {
    var findings =
      CheckSample.findings + [Finding(.tooThin, .info, cause: "few", rivals: [], nextStep: "wait")]
    findings[0].state = .ongoing
    #expect(
      CheckSample.report(findings).news.findings.map(\.code) == [.refusedLines, .appKeyUnknown, .tooThin])
    findings[0].isWorse = true
    #expect(CheckSample.report(findings).news.findings.first?.code == .extensionSilent)
  }

  @Test func `a monitor gets one line with performance data`() {
    #expect(
      NagiosLine.text(of: CheckSample.report(), as: .critical)
        == "PUSHLEDGER CRITICAL - 1 critical, 1 warning, 1 info; extension_silent of 333, app_version 3.3.0, "
        + "os_version (unknown) | critical=1;;;0 warning=1;;;0 info=1;;;0 ack_rate=80.00%;;;0;100 "
        + "confirmed_rate=80.00%;;;0;100\n")
    #expect(
      NagiosLine.text(of: CheckSample.report([], apps: []), as: .ok)
        == "PUSHLEDGER OK - no findings | critical=0;;;0 warning=0;;;0 info=0;;;0 ack_rate=U;;;0;100 "
        + "confirmed_rate=U;;;0;100\n")
    #expect([CheckState.ok, .warning, .critical, .unjudged].map(NagiosLine.status) == [0, 1, 2, 3])
  }

  @Test func `data that cannot be judged stand between a warning and something critical`() {
    func finding(_ code: FindingCode, _ severity: Severity) -> Finding {
      Finding(code, severity, cause: "", rivals: [], nextStep: "")
    }
    let (thin, stale) = (finding(.tooThin, .info), finding(.stale, .warning))
    let (warning, critical) = (finding(.ackRateFall, .warning), finding(.ackRateFall, .critical))
    #expect(CheckState([]) == .ok)
    #expect(CheckState([finding(.unknownTypes, .info)]) == .ok)
    #expect(CheckState([warning]) == .warning)
    #expect(CheckState([warning, thin]) == .unjudged)
    #expect(CheckState([stale, warning]) == .unjudged)
    #expect(CheckState([stale, critical, thin]) == .critical)
  }
}
