package import ReceiptModel

/// What the figures of an export rest on.
package struct ExportBasis: Sendable {
  package var toolVersion: String
  /// "Now" for every judgement.
  package var asOf: Instant
  package var zone: ReportZone
  /// The window as it was asked for.
  package var since: Instant?
  package var until: Instant?
  /// Days of which there are only sums; empty in most exports.
  package var summedDays: [SummedDay]

  package init(
    toolVersion: String, asOf: Instant, zone: ReportZone, since: Instant? = nil, until: Instant? = nil,
    summedDays: [SummedDay] = []
  ) {
    self.toolVersion = toolVersion
    self.asOf = asOf
    self.zone = zone
    self.since = since
    self.until = until
    self.summedDays = summedDays
  }
}
