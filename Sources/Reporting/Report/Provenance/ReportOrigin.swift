/// Digests of what a report rests on besides the ledger.
package struct ReportOrigin: Equatable, Sendable {
  /// Of the template's text.
  package var template: String
  /// Of every setting that can change a report.
  package var settings: String
  /// Of what the template's own queries answered; empty without any.
  package var answers: String
  /// As in BCP 47.
  package var language: String

  package init(template: String = "", settings: String = "", answers: String = "", language: String = "en") {
    self.template = template
    self.settings = settings
    self.answers = answers
    self.language = language
  }
}
