import ReceiptModel
import Reporting
import Testing

struct FindingsDataSetTests {
  @Test func `findings are listed worst first, with one cell for each column`() throws {
    let findings = Sample.smallDay.findings
    let rows = RowsCommand(window: nil, asOf: Instant(milliseconds: 0), zone: Sample.zone)
    let data = DataSet.findings(findings.reversed(), rows: rows)
    #expect(
      data.columns.map(\.column.name) == [
        "severity", "code", "app_key", "scope", "since", "devices", "observed", "expected", "interval_low",
        "interval_high", "cause", "rivals", "next_step", "deliveries", "state", "first_seen",
        "since_is_exact",
        "acknowledged_until", "command",
      ])
    let cells = try data.rows.all()
    #expect(cells.allSatisfy { $0.count == data.columns.count })
    #expect(
      cells.map { Array($0.prefix(2)) } == [
        [.text("critical"), .text("app_key_mismatch")], [.text("critical"), .text("extension_silent")],
        [.text("info"), .text("app_key_unknown")], [.text("info"), .text("refused_lines")],
        [.text("info"), .text("repeated_events")], [.text("info"), .text("unknown_types")],
      ])
    #expect(cells[0][4] == .text("2026-09-21T00:00:00.000+08:00"))
  }
}
