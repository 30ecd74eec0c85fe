/// What became of the lines of a log, as far as it is known where they are counted.
///
/// Once an import is over, `lines = merged + duplicate + rejected + ignored`, by file and in all.
package struct LineCounts: Equatable, Sendable {
  /// Lines, or what stands for one in arrays and in tables with quoted line ends.
  package var lines = 0
  /// Lines that changed the ledger.
  package var merged = 0
  /// Lines that told it nothing new.
  package var duplicate = 0
  package var rejected = 0
  /// Blank lines, headers, and records that are no push.
  package var ignored = 0
  /// Events in the lines, of which one may hold several.
  package var events = 0

  package init(
    lines: Int = 0, merged: Int = 0, duplicate: Int = 0, rejected: Int = 0, ignored: Int = 0, events: Int = 0
  ) {
    self.lines = lines
    self.merged = merged
    self.duplicate = duplicate
    self.rejected = rejected
    self.ignored = ignored
    self.events = events
  }

  /// Lines that told something.
  package var accepted: Int { lines - rejected - ignored }

  /// Whether it is known of each line what became of it.
  package var isWhole: Bool { accepted == merged + duplicate }
}

extension LineCounts: AdditiveArithmetic {
  package static let zero = LineCounts()

  package static func + (one: LineCounts, other: LineCounts) -> LineCounts { combine(one, other, +) }

  /// What came after `other` was counted.
  package static func - (one: LineCounts, other: LineCounts) -> LineCounts { combine(one, other, -) }

  private static func combine(
    _ one: LineCounts, _ other: LineCounts, _ operation: (Int, Int) -> Int
  ) -> LineCounts {
    LineCounts(
      lines: operation(one.lines, other.lines), merged: operation(one.merged, other.merged),
      duplicate: operation(one.duplicate, other.duplicate), rejected: operation(one.rejected, other.rejected),
      ignored: operation(one.ignored, other.ignored), events: operation(one.events, other.events))
  }
}
