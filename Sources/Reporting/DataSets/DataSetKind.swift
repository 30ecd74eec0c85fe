/// The CSV data sets, in the order in which they are written.
///
/// The raw value is the file's name without `.csv`, and what people type.
package enum DataSetKind: String, CaseIterable, Sendable {
  case daily, messages
  case appVersions = "app_versions"
  case failures, latency, flags, findings, files
  case dailyLong = "daily_long"
  case hourly, campaigns, networks, brands

  package static let names = allCases.map(\.rawValue)

  /// What is promised of the data set.
  ///
  /// - Parameter fileColumns: name and meaning of each column of the view `files`, in order.
  package func description(fileColumns: [(name: String, meaning: String)]) -> DataSetDescription {
    switch self {
    case .daily: .daily
    case .messages: .messages
    case .appVersions: .appVersions
    case .failures: .failures
    case .latency: .latency
    case .flags: .flags
    case .findings: .findings
    case .files: .files(fileColumns)
    case .dailyLong: .dailyLong
    case .hourly: .hourly
    case .campaigns: .campaigns
    case .networks: .networks
    case .brands: .brands
    }
  }
}
