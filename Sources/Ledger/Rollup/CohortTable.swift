/// The tables of cohorts' counters: what each tells apart besides hour and AppKey, and how many hours a row sums.
enum CohortTable: CaseIterable {
  case channels, appVersions, osVersions
  /// App version and OS version together.
  case versions

  /// Those whose rows are sums of what both versions together count by hour.
  static let ofVersions = [appVersions, osVersions, versions]

  var name: String {
    switch self {
    case .channels: "channel_hour"
    case .appVersions: "app_version_hour"
    case .osVersions: "os_version_hour"
    case .versions: "version_period"
    }
  }

  /// The column of what a row is about.
  var part: String {
    switch self {
    case .channels: "channel_ref"
    case .appVersions: "app_version_ref"
    case .osVersions: "os_version_ref"
    case .versions: "version_ref"
    }
  }

  /// The tables with the names of what a row is about.
  var dictionaries: [String] {
    switch self {
    case .channels: ["channel"]
    case .appVersions: ["app_version"]
    case .osVersions: ["os_version"]
    case .versions: ["app_version", "os_version"]
    }
  }

  /// UTC hours that a row sums.
  ///
  /// Eight, since the days of UTC and of UTC+8, where most of these apps are, then begin and end with rows.
  var hours: Int64 { self == .versions ? 8 : 1 }

  /// The hour under which a row has the sums of an hour.
  func row(ofHour hour: Int64) -> Int64 { hour / hours * hours }
}
