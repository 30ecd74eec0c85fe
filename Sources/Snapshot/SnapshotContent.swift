package import ReceiptModel
package import Reporting

/// What a snapshot is made of, as the ledger and the configuration give it.
package struct SnapshotContent: Sendable {
  package var toolVersion: String
  package var zone: ReportZone
  package var scope: CohortScope
  /// The window as it was asked for.
  package var since: Instant?
  package var until: Instant?
  /// AppKeys of the configuration.
  package var apps: [KnownAppKey]
  package var channels: ChannelTable
  /// By day, AppKey and channel.
  package var days: [CohortCell] = []
  /// By hour of `scope.hours`, AppKey and channel.
  package var hours: [CohortCell] = []
  package var versions: [CohortCell] = []
  package var failures: [FailureCell] = []
  package var messages: [CohortCell] = []
  package var messageFacts: [CohortKey: MessageFacts] = [:]
  /// As `DataSet.flags` takes them.
  package var flags: [FlaggedDelivery] = []
  package var findings: [Finding] = []
  /// Rows of the view `files`, and name and meaning of its columns.
  package var files: [[Cell]] = []
  package var fileColumns: [(name: String, meaning: String)] = []
  /// Days of which only sums that were counted elsewhere are there, and of which run.
  package var loadedDays: [(day: String, run: String)] = []

  package init(
    toolVersion: String, zone: ReportZone, scope: CohortScope, since: Instant?, until: Instant?,
    apps: [KnownAppKey], channels: ChannelTable
  ) {
    self.toolVersion = toolVersion
    self.zone = zone
    self.scope = scope
    self.since = since
    self.until = until
    self.apps = apps
    self.channels = channels
  }
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
