import Diagnosis
package import Ledger
package import ReceiptModel
import Reporting

extension ReportWriter {
  /// How far back from a report's last day changes of published days are looked for, in days.
  private static let memory: Int64 = 62

  private var publicationScope: Publication.Scope {
    Publication.Scope(zone: view.zone.name, appKeys: view.scope.appKeys)
  }

  /// The days that a report makes public, unless it is about a part of their pushes: the whole ones, from the first
  /// with data on.
  func wholeDays(of input: ReportInput) -> [(span: DaySpan, counts: Counts)] {
    let totals = totals(input.evidence.cells)
    return input.scope.all.days.enumerated()
      .drop { totals[$0.offset] == nil }
      .filter { isWhole($0.element) }
      .map { (span: $0.element, counts: totals[$0.offset] ?? Counts()) }
  }

  /// What a report makes public.
  func publication(of input: ReportInput, days: [(span: DaySpan, counts: Counts)]) -> Publication {
    Publication(
      scope: publicationScope, asOf: view.scope.asOf, settle: view.scope.settle,
      toolVersion: view.toolVersion,
      data: input.dataDigest, settings: view.configuration.judgement.text,
      definitions: MetricDictionary.digest,
      days: days)
  }

  /// The days that an earlier report published and whose numbers have changed since.
  ///
  /// A report is earlier when its as-of is, or when its as-of is the same but its numbers are not: then logs came in
  /// without an event that is newer. So a report is never compared with what it publishes itself, and it renders the
  /// same afterwards.
  func restated(_ scope: ReportScope) throws -> [RestatedDay] {
    guard let first = scope.all.days.first, let last = scope.all.days.last else { return [] }
    let start = min(first.start, last.end - Self.memory * 86_400_000)
    let published = try view.store.published(
      publicationScope, before: view.scope.asOf,
      orAtItBy: (view.configuration.judgement.text, MetricDictionary.digest), starting: start..<last.end)
    let days = published.reduce(into: [DaySpan]()) { days, day in
      guard days.last?.start != day.start || days.last?.end != day.end else { return }
      let name = view.zone.day(of: Instant(milliseconds: day.start)).description
      days.append(DaySpan(name: name, start: day.start, end: day.end))
    }
    var compared = scope.all
    // The rules of a zone may have changed since the day was published; then the days are other ones.
    compared.days = days.filter(isWhole)
    let totals = totals(try view.store.channelCells(compared))
    let places = Dictionary(
      compared.days.enumerated().map { ($1.start, $0) }, uniquingKeysWith: { _, new in new })
    let all = published.compactMap { day -> RestatedDay? in
      guard let place = places[day.start], compared.days[place].end == day.end else { return nil }
      return RestatedDay(
        name: compared.days[place].name, published: day, counts: totals[place] ?? Counts(),
        settings: view.configuration.judgement)
    }
    return try latest(all).filter(\.isChanged).map { day in
      var day = day
      let span = DaySpan(name: day.name, start: day.published.start, end: day.published.end)
      let settledThen = day.published.asOf >= span.end + view.scope.settle
      day.later = try view.store.countsLater(
        than: day.published.asOf, in: span, scope: scope.all, settlesMeanwhile: !settledThen)
      return day
    }
  }

  /// The last publication of each day, with which the day is compared.
  private func latest(_ days: [RestatedDay]) -> [RestatedDay] {
    days.reduce(into: []) { last, day in
      guard day.published.asOf < view.scope.asOf || day.isChanged else { return }
      if last.last?.published.start == day.published.start { last.removeLast() }
      last.append(day)
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

  /// Remembers what reports made public; the caller holds the ledger's lock.
  ///
  /// - Parameter store: whose snapshot the reports were rendered from; it is ended, since it would keep the writer out.
  package static func publish(
    _ publications: [Publication], beside store: LedgerReader, shouldStop: @escaping @Sendable () -> Bool
  ) throws {
    try store.endSnapshot()
    let writer = try LedgerWriter.openForWriting(store.path, shouldStop: shouldStop)
    for publication in publications { try writer.publish(publication) }
  }
}
