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
  package var text: String {
    let bytes =
      switch self {
      case .daily: PackageResources.daily_md
      case .weekly: PackageResources.weekly_md
      case .message: PackageResources.message_md
      case .app: PackageResources.app_md
      case .dataHealth: PackageResources.data_health_md
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}
