/// A day that is known by its sums alone, since they were counted elsewhere: nothing tells of its single deliveries.
package struct SummedDay: Equatable, Sendable {
  /// Milliseconds UTC.
  package var span: Range<Int64>
  /// The run that counted it.
  package var run: String

  package init(span: Range<Int64>, run: String) {
    self.span = span
    self.run = run
  }

  /// The name of the day.
  package func name(in zone: ReportZone) -> String {
    zone.day(of: Instant(milliseconds: span.lowerBound)).description
  }
}
