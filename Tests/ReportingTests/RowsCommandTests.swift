import Prose
import ReceiptModel
import Testing

@testable import Reporting

struct RowsCommandTests {
  private let rows = RowsCommand(
    window: 0..<86_400_000, asOf: Instant(milliseconds: 90_000_000), zone: .utc,
    ledgerOptions: ["--db", "my ledger.db"])
  private static let start =
    "--db 'my ledger.db' --since 1970-01-01T00:00:00.000+00:00 --until 1970-01-02T00:00:00.000+00:00"

  private func line(
    _ rows: String?, app: String = "333", _ scope: FindingScope = FindingScope(),
    _ code: FindingCode = .sendFailures
  ) -> String? {
    self.rows.line(
      for: Finding(
        code, .warning, appKey: app, scope: scope, cause: "", rivals: [], nextStep: "", rows: rows))
  }

  @Test func `a command says of the scope what its query has a parameter for`() {
    let scope = FindingScope.of(.appVersion, "3.3 beta").and(.note, "x").and(.reason, "410#gone")
    #expect(
      line("deliveries-of", scope, .messageSilent)
        == "pushledger query deliveries-of \(Self.start) --app-key 333 --param 'app_version=3.3 beta' "
        + "--param 'reason=410#gone' --param unacked_ms=30000")
    #expect(line("failure-reasons", scope) == "pushledger query failure-reasons \(Self.start) --app-key 333")
    #expect(
      line("ack-timeouts", app: "")
        == "pushledger query ack-timeouts \(Self.start) --as-of 1970-01-02T01:00:00.000+00:00")
  }

  @Test func `an ack is missing when it was too late for what the finding counts`() {
    var rows = rows
    (rows.settle, rows.ackTimeout) = (600_000, 45_000)
    func limit(of code: FindingCode) -> Substring? {
      let finding = Finding(
        code, .warning, appKey: "333", cause: "", rivals: [], nextStep: "", rows: "deliveries-of")
      return rows.line(for: finding)?.split(separator: " ").last { $0.hasPrefix("unacked_ms=") }
    }
    let ofAcks: [FindingCode] = [
      .extensionSilent, .messageSilent, .extensionTimeouts, .handlerCalledEarly, .versionRegression,
      .ackRateFall,
    ]
    for code in ofAcks {
      #expect(limit(of: code) == "unacked_ms=45000")
    }
    #expect(limit(of: .ackOutage) == "unacked_ms=600000")
    #expect(limit(of: .sendFailures) == nil)
  }

  @Test func `of answers under a foreign AppKey it shows the pushes`() {
    let scope = FindingScope.of(.answersUnder, "f9").and(.appVersion, "5.0.0")
    #expect(
      line("app-key-mismatches", scope, .appKeyMismatch)
        == "pushledger query deliveries-of \(Self.start) --app-key 333 --param answers_under=f9 "
        + "--param app_version=5.0.0")
    var loaded = rows
    loaded.summedDays = [SummedDay(span: 0..<43_200_000, run: "")]
    let finding = Finding(
      .appKeyMismatch, .warning, appKey: "333", scope: scope, cause: "", rivals: [], nextStep: "",
      rows: "app-key-mismatches")
    #expect(loaded.line(for: finding)?.hasPrefix("pushledger query app-key-mismatches ") == true)
  }

  @Test func `without a query there is no command`() { #expect(line(nil) == nil) }

  @Test func `a value stays text, and an AppKey never looks like an option`() {
    #expect(
      line("deliveries-of", .of(.osVersion, "17"))?.hasSuffix(#" --param 'os_version='\''17'\'''"#) == true)
    #expect(line("deliveries-of", .of(.osVersion, "017"))?.hasSuffix(" --param os_version=017") == true)
    #expect(line("deliveries-of", app: "--db")?.hasSuffix(" --param app_key=--db") == true)
  }

  @Test func `of deliveries that a flag marks it asks for the flag`() {
    let marked: [(FindingCode, String)] = [
      (.appKeyUnknown, "app_key_unknown"), (.clockSkew, "clock_skew"), (.ackOverBudget, "ack_over_budget"),
    ]
    for (code, flag) in marked {
      #expect(
        line("deliveries-of", FindingScope(), code)
          == "pushledger query deliveries-of \(Self.start) --app-key 333 --param flag=\(flag)")
    }
  }

  @Test func `of loaded days it asks for samples of flagged deliveries`() {
    var loaded = rows
    let halves = [0..<43_200_000, 43_200_000..<172_800_000].map { SummedDay(span: $0, run: "") }
    loaded.summedDays = halves
    let deliveries = Finding(
      .ackOutage, .warning, appKey: "333", cause: "", rivals: [], nextStep: "", rows: "deliveries-of")
    let line = loaded.line(for: deliveries)
    #expect(line?.hasPrefix("pushledger query --sql 'SELECT flag, app_key, ") == true)
    #expect(line?.hasSuffix("LIMIT 100' \(Self.start) --app-key 333") == true)
    let sums = Finding(
      .ackOutage, .warning, appKey: "333", cause: "", rivals: [], nextStep: "", rows: "hourly-volume")
    #expect(loaded.line(for: sums) == rows.line(for: sums))
    // Of a part of the window there are rows.
    loaded.summedDays = [halves[0]]
    #expect(loaded.line(for: deliveries) == rows.line(for: deliveries))
    #expect(loaded.limit(of: deliveries) != nil)
    #expect(loaded.limit(of: sums) == nil && rows.limit(of: deliveries) == nil)
  }
}
