import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// The message's rates beside those of its neighbours: the AppKey's other messages in the days around.
  static func messageRates(_ input: ReportInput) -> [Page.Block] {
    perApp(input) { explanation in
      guard explanation.story.counts[.deliveries] > 0 else { return [] }
      let table = PageTable(
        [
          .text("Rate"), .number("Part"), .number("Of"), .number("Share"), .number("Wilson limits"),
          .number("Neighbours"), .number("pp vs neighbours"),
        ],
        rows: explanation.rates.map { rate in
          [
            rate.name, Figures.count(rate.own.numerator),
            Figures.count(rate.own.denominator), Figures.percent(rate.own), Figures.interval(rate.own),
            rate.others.map(Figures.percent) ?? "no data", Figures.change(from: rate.others, to: rate.own),
          ]
        })
      guard let around = explanation.story.around else { return [.table(table)] }
      return [
        .table(table),
        .paragraph(
          """
          Neighbours are the other messages of the AppKey that were sent from \(input.shortTime(around.from)) to \
          \(input.shortTime(around.to)).
          """),
      ]
    }
  }

  /// How its acks came in after the send.
  static func messageAcks(_ input: ReportInput) -> [Page.Block] {
    perApp(input) { explanation in
      let story = explanation.story
      let own = story.latencies.coarse
      let total = own.reduce(0, +)
      guard total > 0 else { return [.paragraph("No data: no delivery was acked.")] }
      var others = story.around?.latencies.coarse ?? []
      for place in others.indices { others[place] = max(0, others[place] - own[place]) }
      let totalOfOthers = others.reduce(0, +)
      var (sum, sumOfOthers) = (0, 0)
      let rows = LatencyBucket.edges.indices.map { place -> [Phrase] in
        // The acks before an edge; those by clocks that disagree are in the first line.
        sum += own[place]
        sumOfOthers += others.isEmpty ? 0 : others[place]
        let share = Rate(sum, of: total)
        return [
          place == 0
            ? "before the send (clocks disagree)" : "within \(figure: edge(LatencyBucket.edges[place]))",
          Figures.count(sum), Figures.percent(share), Figures.percent(Rate(sumOfOthers, of: totalOfOthers)),
          Phrase(.bar(Double(sum) / Double(total))),
        ]
      }
      return [
        .table(
          PageTable(
            [
              .text("Since the send"), .number("Acks so far"), .number("Of its acks"),
              .number("Of its neighbours' acks"), .text(.empty),
            ], rows: rows)),
        .paragraph(
          total == 1
            ? "One ack in all; more may come for sends that are young."
            : "\(Figures.count(total)) acks in all; more may come for sends that are young."),
      ]
    }
  }

  /// Its builds beside what they ack of other messages.
  static func messageBuilds(_ input: ReportInput) -> [Page.Block] {
    perApp(input) { explanation in
      let builds = explanation.builds
      guard !builds.isEmpty else { return [] }
      let table = PageTable(
        [
          .text("App version"), .text("OS version"), .number("Acks"), .number("Of"), .number("Share"),
          .number("Wilson limits"), .number("Of other messages"),
        ],
        rows: builds.prefix(Ranking.length).map { build in
          [known(build.appVersion), known(build.osVersion)] + figures(build.own) + [
            build.others.map(Figures.percent) ?? "no data"
          ]
        })
      return [.table(table)] + rest(builds.map(\.own))
    }
  }

  /// Its networks.
  static func messageNetworks(_ input: ReportInput) -> [Page.Block] {
    perApp(input) { explanation in
      let networks = explanation.networks
      guard !networks.isEmpty else { return [] }
      let table = PageTable(
        [
          .text("Network"), .number("Acks"), .number("Of"), .number("Share"), .number("Wilson limits"),
        ],
        rows: networks.prefix(Ranking.length).map { [known($0.name)] + figures($0.rate) })
      return [.table(table)] + rest(networks.map(\.rate))
    }
  }

  /// Why sends and arrivals of it failed.
  static func messageFailures(_ input: ReportInput) -> [Page.Block] {
    perApp(input) { explanation in
      var part = input
      part.failures = explanation.story.failures
      return failures(part)
    }
  }

  /// The messages of its AppKeys with the most sends in the same days, and among them itself.
  static func messageNeighbours(_ input: ReportInput) -> [Page.Block] {
    guard let message = input.message else { return [] }
    let keys = Set(message.explanations.map(\.story.appKey))
    let judged = input.evidence.messages
    let messages = judged.cells
    let places = messages.placesByApp.filter { keys.contains($0.appKey) }.flatMap(\.places)
    // Of small ones there may be too many for each to be at hand.
    let small = judged.small.reduce(0) { $0 + (keys.contains($1.appKey) ? $1.messages : 0) }
    guard !places.isEmpty else {
      return [.paragraph(small > 0 ? smallMessages(small, input) : "No data.")]
    }
    let sends = { (place: Int) in messages.counts(at: place)[.sent] }
    let isOwn = { (place: Int) in messages.messageID(at: place).hasSameBytes(as: message.id) }
    let largest = Ranking.largest(places, by: sends)
    let own = places.filter { isOwn($0) && !largest.contains($0) }
      .sorted { sends($0) != sends($1) ? sends($0) > sends($1) : $0 < $1 }
    let table = PageTable(
      [
        .text("AppKey"), .text("Message"), .number("Sends"), .number("Failed"), .number("Delivery"),
        .number("Wilson limits"), .number("Extension acks"), .number("Opens of sent"),
      ],
      rows: (largest + own).map { place in
        let cell = messages[place]
        let delivery = Metric.confirmedRate.rate(cell.counts)
        let name = Phrase.text(cell.messageID)
        return [
          input.app(cell.appKey), isOwn(place) ? "**\(name)**" : name, Figures.count(cell.counts[.sent]),
          Figures.count(cell.counts[.sendFailed]), Figures.percent(delivery), Figures.interval(delivery),
          Figures.percent(Metric.ackRate.rate(cell.counts)),
          Figures.percent(Metric.openRateSent.rate(cell.counts)),
        ]
      })
    let more = places.count + small - largest.count - own.count
    return [.table(table)] + (more > 0 ? [.paragraph("and \(Figures.count(more)) more messages.")] : [])
  }

  private static func known(_ name: String) -> Phrase { name.isEmpty ? "unknown" : .text(name, limit: 60) }

  private static func figures(_ rate: Rate) -> [Phrase] {
    [
      Figures.count(rate.numerator), Figures.count(rate.denominator), Figures.percent(rate),
      Figures.interval(rate),
    ]
  }

  private static func rest(_ rates: [Rate]) -> [Page.Block] { Ranking.rest(rates.map(\.denominator)) }
}
