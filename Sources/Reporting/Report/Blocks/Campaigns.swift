import Prose
import ReceiptModel

extension DailyReport {
  /// The campaigns with the most sends; those of which each message went to one device stand in one line.
  static func campaigns(_ input: ReportInput) -> [Page.Block] {
    guard !input.campaigns.isEmpty else {
      let sums = sumsOnly(input)
      return sums.isEmpty ? [.paragraph("No data.")] : sums
    }
    let single = input.campaigns.filter(\.isSingle)
    let campaigns = input.campaigns.filter { !$0.isSingle }.sorted { one, other in
      one.counts[.sent] > other.counts[.sent]
    }
    var rows = campaigns.prefix(Ranking.length).map { campaign in
      let job: Phrase = campaign.job.isEmpty ? "without a job" : .text(campaign.job, limit: 60)
      return [input.app(campaign.appKey), job] + figures(campaign.messages, campaign.counts)
    }
    if !single.isEmpty {
      let counts = single.reduce(into: Counts()) { $0.add($1.counts) }
      let words: Phrase =
        single.count == 1
        ? "single notifications of 1 campaign"
        : "single notifications of \(Figures.count(single.count)) campaigns"
      rows.append([words, .empty] + figures(single.reduce(0) { $0 + $1.messages }, counts))
    }
    let table = PageTable(
      [
        .text("AppKey"), .text("Campaign"), .number("Messages"), .number("Sends"), .number("Delivery"),
        .number("Wilson limits"), .number("Opens"), .number("Opens of sent"), .number("Wilson limits"),
      ], rows: rows)
    return [.table(table)] + Ranking.rest(campaigns.map { $0.counts[.sent] })
  }

  private static func figures(_ messages: Int, _ counts: Counts) -> [Phrase] {
    let (delivery, opens) = (Metric.confirmedRate.rate(counts), Metric.openRateSent.rate(counts))
    return [
      Figures.count(messages), Figures.count(counts[.sent]),
      delivery.value == nil && counts[.sent] > 0 ? "not measurable" : Figures.percent(delivery),
      Figures.interval(delivery), Figures.count(counts[.opened]), Figures.percent(opens),
      Figures.interval(opens),
    ]
  }
}
