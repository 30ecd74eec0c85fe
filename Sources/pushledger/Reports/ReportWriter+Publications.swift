import Ledger
import ReceiptModel
import Reporting

extension ReportWriter {
  /// How far back from a report's last day changes of published days are looked for, in days.
  private static let memory: Int64 = 62

  private var publicationScope: Publication.Scope {
    Publication.Scope(zone: view.zone.name, appKeys: view.scope.appKeys)
  }

  /// What a report makes public: its whole days, from the first one with data on.
  func publication(of input: ReportInput) -> Publication {
    let totals = totals(input.cells)
    let days = input.scope.all.days.enumerated()
      .drop { totals[$0.offset] == nil }
      .filter { isWhole($0.element) }
      .map { (span: $0.element, counts: totals[$0.offset] ?? Counts()) }
    return Publication(
      scope: publicationScope, asOf: view.scope.asOf, settle: view.scope.settle,
      toolVersion: PushLedger.version,
      data: input.dataDigest, settings: session.configuration.judgement.text,
      definitions: MetricDictionary.digest,
      days: days)
  }

  /// The days that a report with an earlier as-of published and whose numbers are others now.
  func restated(_ scope: ReportScope) throws -> [RestatedDay] {
    guard let first = scope.all.days.first, let last = scope.all.days.last else { return [] }
    let start = min(first.start, last.end - Self.memory * 86_400_000)
    let published = try view.store.published(
      publicationScope, before: view.scope.asOf, starting: start..<last.end)
    let days = published.map { day in
      DaySpan(
        name: view.zone.day(of: Instant(milliseconds: day.start)).description, start: day.start, end: day.end)
    }
    // The rules of a zone may be others than when the day was published; then the days are others, too.
    let same = days.indices.filter { isWhole(days[$0]) }
    var compared = scope.all
    compared.days = same.map { days[$0] }
    let totals = totals(try view.store.channelCells(compared))
    return try same.enumerated().compactMap { place, index in
      var day = RestatedDay(
        name: days[index].name, published: published[index], counts: totals[place] ?? Counts(),
        settings: session.configuration.judgement)
      guard day.isChanged else { return nil }
      let settledThen = published[index].asOf >= days[index].end + view.scope.settle
      day.later = try view.store.countsLater(
        than: published[index].asOf, in: days[index], scope: scope.all, settlesMeanwhile: !settledThen)
      return day
    }
  }

  /// The sums of cells by the place of their day.
  private func totals(_ cells: [CohortCell]) -> [Int: Counts] {
    cells.reduce(into: [:]) { $0[$1.key.day, default: Counts()].add($1.counts) }
  }

  private func isWhole(_ span: DaySpan) -> Bool {
    let day = view.zone.day(of: Instant(milliseconds: span.start))
    return span.start < span.end && view.zone.start(of: day).milliseconds == span.start
      && view.zone.start(of: day.adding(days: 1)).milliseconds == span.end
  }
}
