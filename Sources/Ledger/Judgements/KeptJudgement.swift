package import Prose
package import ReceiptModel

/// A judgement as the ledger keeps it.
package struct KeptJudgement {
  /// Where the judged stretch ends, milliseconds UTC.
  package var end: Int64
  /// Its "now", milliseconds UTC.
  package var asOf: Int64
  /// Digest of all that it depends on but for the ledger's content.
  package var settings: String
  /// Whether it is the one that the view `findings` shows.
  package var isShown: Bool
  /// With the command that shows the rows behind each.
  package var findings: [(finding: Finding, command: String?)]
  /// Of the words.
  package var language: Language

  package init(
    end: Int64, asOf: Int64, settings: String, isShown: Bool,
    findings: [(finding: Finding, command: String?)], language: Language
  ) {
    self.end = end
    self.asOf = asOf
    self.settings = settings
    self.isShown = isShown
    self.findings = findings
    self.language = language
  }
}
