/// A report's template: a Markdown file of `reports/`, which is compiled into the program.
///
/// The raw value is the name that people type, and the file's name without `.md`.
package enum ReportTemplate: String, CaseIterable, Sendable {
  /// What was delivered and opened, day by day, and what needs attention.
  case daily

  /// The file.
  package var text: String {
    let bytes =
      switch self {
      case .daily: PackageResources.daily_md
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}
