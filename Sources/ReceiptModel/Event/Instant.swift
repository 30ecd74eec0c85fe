/// Milliseconds since 1970-01-01T00:00:00Z.
package struct Instant: Hashable, Comparable, Sendable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

  /// The first instant an event may carry: 2010-01-01T00:00:00Z.
  package static let earliest = Instant(milliseconds: 1_262_304_000_000)
  /// The first instant too late for an event: 2100-01-01T00:00:00Z.
  ///
  /// The window is fixed and never looks at the clock, so an import can be repeated.
  package static let latest = Instant(milliseconds: 4_102_444_800_000)

  /// Whether an event may carry this time.
  package var isPlausible: Bool { self >= .earliest && self < .latest }
}
