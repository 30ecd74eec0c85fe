/// A whole day of the calendar as a published report showed it.
package struct PublishedDay: Sendable {
  /// "Now" of that report, milliseconds UTC.
  package var asOf: Int64
  /// Milliseconds UTC.
  package var start: Int64
  /// Milliseconds UTC, excluded.
  package var end: Int64
  /// The settings that deliveries were judged by, a line each.
  package var settings: String
  /// Digest of what rates and counts meant.
  package var definitions: String
  /// All AppKeys and channels of the report together.
  package var counts: Counts
  /// What of `counts` was owed to events after `asOf`: nothing, unless as-of was named or a device's clock is ahead.
  package var later: Counts

  package init(
    asOf: Int64, start: Int64, end: Int64, settings: String, definitions: String, counts: Counts,
    later: Counts = Counts()
  ) {
    self.asOf = asOf
    self.start = start
    self.end = end
    self.settings = settings
    self.definitions = definitions
    self.counts = counts
    self.later = later
  }
}
