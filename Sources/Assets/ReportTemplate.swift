/// A report's template: a Markdown file of `reports/`, which is compiled into the program.
///
/// The raw value is the name that people type, and the file's name without `.md`.
package enum ReportTemplate: String, CaseIterable, Sendable {
  /// What was delivered and opened, day by day, and what needs attention.
  case daily
  /// The last seven days beside those before: what changed, and whether it is real or the mix.
  case weekly
  /// One message, beside its neighbours.
  case message
  /// One AppKey.
  case app
  /// Whether the data can be trusted.
  case dataHealth = "data-health"

  /// The file.
  package var text: String { AssetFiles.text(of: "reports/\(rawValue).md") }
}
