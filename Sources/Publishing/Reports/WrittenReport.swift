package import ReceiptModel
package import Reporting

/// A report as it was rendered.
package struct WrittenReport {
  /// Of its template.
  package let name: String
  package let rendered: RenderedReport
  package let input: ReportInput
  /// What it made public, should it be published.
  package let publication: Publication
}
