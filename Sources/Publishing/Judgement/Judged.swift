package import Diagnosis
package import ReceiptModel
package import Reporting

/// What was judged and what was found in it, with what became of it since the judgements before.
package struct Judged: Sendable {
  package let days: ReportScope
  let zone: ReportZone
  package let evidence: Evidence
  package let findings: [Finding]

  /// How to ask for the rows behind a finding.
  package var rows: RowsCommand { RowsCommand(of: evidence, zone: zone) }
}
