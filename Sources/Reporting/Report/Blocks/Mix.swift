import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  private static let splitMetrics: [Metric] = [.confirmedRate, .ackRate, .openRateSent]

  /// How much of a change lies inside the parts, and how much in a shift of their mix.
  static func mix(_ input: ReportInput) -> [Page.Block] {
    let (now, before) = (input.scope.reported, input.daysBefore)
    guard input.total(now).hasData, input.total(before).hasData else {
      return [.paragraph("No data: there is nothing before these days to compare them with.")]
    }
    let ofChannels = CohortCells(input.evidence.cells)
    let rows = splitMetrics.compactMap { metric -> [Phrase]? in
      let (old, new) = (metric.rate(input.total(before).counts), metric.rate(input.total(now).counts))
      guard old.denominator > 0, new.denominator > 0 else { return nil }
      let channels = split(ofChannels, metric, from: before, to: now)
      let builds = buildsAreTold(input) ? split(input.dailyBuilds, metric, from: before, to: now) : nil
      return [
        metric.title, Figures.percent(old), Figures.percent(new), Figures.change(from: old, to: new),
        points(channels?.within), points(channels?.shift), points(builds?.within), points(builds?.shift),
      ]
    }
    guard !rows.isEmpty else { return [.paragraph("No data: no rate is known for both times.")] }
    let table = PageTable(
      [
        .text("Rate"), .number("Before"), .number("Now"), .number("Change, pp"),
        .number("Inside channels"), .number("Mix of channels"), .number("Inside app versions"),
        .number("Mix of app versions"),
      ], rows: rows)
    return [.table(table)] + contributions(input) + [.paragraph(explanation)]
  }

  private static let explanation: Phrase = """
    Each change is the sum, but for rounding, of two things: what became better or worse inside the parts (AppKeys \
    with their channels, or with their app versions), and what comes from parts with a high or low rate having grown \
    or shrunk. A part that exists at only one of the times counts as mix. A change that is mostly mix is not a defect \
    by itself.
    """

  private static func points(_ difference: Double?) -> Phrase {
    difference.map(Figures.points) ?? Figures.none
  }

  private static func rates(
    _ cells: CohortCells, _ metric: Metric, _ days: Range<Int>
  ) -> [CohortKey: Rate] {
    cells.series.reduce(into: [:]) { rates, series in
      let rate = metric.rate(cells.sum(cells.places(series.places, in: days)))
      if rate.denominator > 0 {
        rates[CohortKey(day: 0, appKey: series.appKey, parts: series.parts)] = rate
      }
    }
  }

  private static func split(
    _ cells: CohortCells, _ metric: Metric, from before: Range<Int>, to now: Range<Int>
  ) -> Standardisation.Split? {
    Standardisation.split(from: rates(cells, metric, before), to: rates(cells, metric, now))
  }

  /// Whether nearly all sends of both times name their app version.
  private static func buildsAreTold(_ input: ReportInput) -> Bool {
    let days = [input.scope.reported, input.daysBefore]
    return days.allSatisfy { days in
      var (unknown, all) = (0, 0)
      for build in input.dailyBuilds.series {
        let sent = input.dailyBuilds.sum(.sent, input.dailyBuilds.places(build.places, in: days))
        all += sent
        if build.parts == [""] { unknown += sent }
      }
      return all > 0 && Double(unknown) <= 0.05 * Double(all)
    }
  }

  /// The AppKeys and channels that moved the delivery rate most.
  private static func contributions(_ input: ReportInput) -> [Page.Block] {
    let (now, before) = (input.scope.reported, input.daysBefore)
    let cells = CohortCells(input.evidence.cells)
    let (old, new) = (rates(cells, .confirmedRate, before), rates(cells, .confirmedRate, now))
    guard let parts = Standardisation.parts(from: old, to: new), parts.count > 1 else { return [] }
    let ranked = parts.sorted { one, other in
      let (left, right) = (abs(one.value.total), abs(other.value.total))
      return left != right ? left > right : one.key < other.key
    }
    let table = PageTable(
      [
        .text("AppKey"), .text("Channel"), .number("Sends before"), .number("Sends"), .number("Before"),
        .number("Now"), .number("Inside, pp"), .number("Mix, pp"),
      ],
      rows: ranked.prefix(Ranking.length).map { key, split in
        let (old, new) = (old[key] ?? Rate(0, of: 0), new[key] ?? Rate(0, of: 0))
        let channel = key.parts.first ?? ""
        return [
          input.app(key.appKey), channel.isEmpty ? "unknown" : .text(channel, limit: 60),
          Figures.count(old.denominator), Figures.count(new.denominator), Figures.percent(old),
          Figures.percent(new), Figures.points(split.within), Figures.points(split.shift),
        ]
      })
    return [.paragraph("**What moved the delivery rate**"), .table(table)]
      + Ranking.rest(ranked.count) { "and \($0) more." }
  }
}
