package import ReceiptModel

extension ReportScope {
  /// The last 24 full UTC hours whose receipts have had time to come in, or several such stretches, with as many before
  /// them as a single day has history.
  ///
  /// Not a calendar day, because nobody should have to wait until midnight for what went wrong in the last hours. Full
  /// hours, because the stored sums answer them.
  package static func settledDays(
    _ length: Int = 1, zone: ReportZone, appKeys: [String], asOf: Int64, settle: Int64
  ) -> ReportScope {
    let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
    let end = (asOf - settle) / hour * hour
    let days = (0..<historyLength + length).map { place in
      let start = end - day * Int64(historyLength + length - place)
      return DaySpan(name: zone.iso(Instant(milliseconds: start)), start: start, end: start + day)
    }
    return ReportScope(
      all: CohortScope(days: days, appKeys: appKeys, asOf: asOf, settle: settle),
      reported: historyLength..<historyLength + length)
  }
}
