package import ReceiptModel
package import Reporting

/// What a snapshot is made of, as the ledger and the configuration give it.
package struct SnapshotContent: Sendable {
  package var basis: ExportBasis
  package var scope: CohortScope
  /// AppKeys of the configuration.
  package var apps: [KnownAppKey]
  package var channels: ChannelTable
  /// By day, AppKey and channel.
  package var days: [CohortCell] = []
  /// By hour of `scope.hours`, AppKey and channel.
  package var hours: [CohortCell] = []
  package var versions: [CohortCell] = []
  /// `versions` of all days together.
  package var builds: CohortCells = []
  package var failures: [FailureCell] = []
  package var messages: MessageCells = []
  /// As `DataSet.flags` takes them.
  package var flags: [FlaggedDelivery] = []
  package var findings: [Finding] = []
  /// How to ask for the rows behind them.
  package var rows: RowsCommand
  /// Rows of the view `files`, and name and meaning of its columns.
  package var files: [[Cell]] = []
  package var fileColumns: [(name: String, meaning: String)] = []

  package init(_ basis: ExportBasis, scope: CohortScope, apps: [KnownAppKey], channels: ChannelTable) {
    self.basis = basis
    self.scope = scope
    self.apps = apps
    self.channels = channels
    rows = RowsCommand(window: nil, asOf: basis.asOf, zone: basis.zone)
  }

  var zone: ReportZone { basis.zone }
}

extension CohortScope {
  private static let hour: Int64 = 3_600_000

  /// The same scope cut into the hours of UTC in place of days; the first and the last are shorter when it cuts them.
  ///
  /// - Parameter zone: in which the hours are named.
  package func hours(in zone: ReportZone) -> CohortScope {
    var hours = self
    hours.days = []
    guard let window else { return hours }
    var start = window.lowerBound
    while start < window.upperBound {
      let whole = Self.startOfHour(start)
      let end = min(window.upperBound, whole + Self.hour)
      hours.days.append(DaySpan(name: zone.iso(Instant(milliseconds: whole)), start: start, end: end))
      start = end
    }
    return hours
  }

  /// Where the hour of a time begins, milliseconds UTC; no log is from before 1970.
  static func startOfHour(_ milliseconds: Int64) -> Int64 { milliseconds - milliseconds % hour }
}
