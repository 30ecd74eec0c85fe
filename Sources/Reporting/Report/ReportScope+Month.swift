package import ReceiptModel

extension ReportScope {
  /// The last calendar month that is over with the last reported day.
  ///
  /// - Parameter span: from the first cohort of the ledger to the last.
  /// - Returns: `nil` where the ledger begins within that month.
  package func lastMonth(of span: Range<Int64>?, zone: ReportZone) -> ReportScope? {
    guard let span, let last = headline.days.last else { return nil }
    let next = zone.day(of: Instant(milliseconds: last.start)).adding(days: 1).firstOfMonth
    let first = next.adding(days: -1).firstOfMonth
    let month = zone.start(of: first).milliseconds..<zone.start(of: next).milliseconds
    guard zone.day(of: Instant(milliseconds: span.lowerBound)) <= first else { return nil }
    return .window(month, zone: zone, appKeys: all.appKeys, asOf: all.asOf, settle: all.settle)
  }
}

extension CivilDay {
  fileprivate var firstOfMonth: CivilDay { adding(days: 1 - parts.day) }
}
