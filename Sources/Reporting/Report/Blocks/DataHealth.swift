import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// Stretches of the reported days without any event.
  static func gaps(_ input: ReportInput) -> [Page.Block] {
    let gaps = input.evidence.health.quietHours
    guard !gaps.isEmpty else {
      return [.paragraph(input.evidence.health.events > 0 ? "No hour is without an event." : "No data.")]
    }
    let longest = gaps.sorted { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
    let table = PageTable(
      [.text("From"), .text("Until"), .number("Hours without an event")],
      rows: longest.prefix(Ranking.length).map { gap in
        [
          input.shortTime(Instant(milliseconds: gap.lowerBound)),
          input.shortTime(Instant(milliseconds: gap.upperBound)), Figures.count(gap.count / 3_600_000),
        ]
      })
    return [.table(table)] + Ranking.rest(gaps.count) { "and \($0) more gaps." }
  }

  /// The share of the sends that the delivery rate can speak of, channel by channel.
  static func coverage(_ input: ReportInput) -> [Page.Block] {
    var sums: [CohortKey: Counts] = [:]
    for cell in input.headlineCells {
      sums[CohortKey(day: 0, appKey: "", parts: cell.key.parts), default: Counts()].add(cell.counts)
    }
    let total = input.headline.counts
    guard total[.sent] > 0 else { return [.paragraph("No data: nothing was sent.")] }
    let ranked = sums.filter { $0.value[.sent] > 0 }.sorted { one, other in
      one.value[.sent] != other.value[.sent] ? one.value[.sent] > other.value[.sent] : one.key < other.key
    }
    let table = PageTable(
      [
        .text("Channel"), .number("Sends"), .number("Of all"), .text("Arrival"), .number("Confirmed"),
        .number("Delivery"), .number("Ack-eligible"), .text("Delivered means"),
      ],
      rows: ranked.prefix(Ranking.length).map { key, counts in
        let channel = key.parts.first ?? ""
        return [
          channel.isEmpty ? "unknown" : .text(channel, limit: 60), Figures.count(counts[.sent]),
          Figures.percent(Rate(counts[.sent], of: total[.sent])),
          counts[.measurable] > 0 ? "measured" : "not measured", Figures.count(counts[.confirmed]),
          Figures.percent(Metric.confirmedRate.rate(counts)), Figures.count(counts[.ackEligible]),
          input.proof(on: channel, counts),
        ]
      })
    let share = Rate(total[.measurable], of: total[.sent])
    return [.table(table)] + Ranking.rest(ranked.count) { "and \($0) more channels." } + [
      .paragraph(
        """
        \(Figures.count(share.numerator)) of \(Figures.count(share.denominator)) sends (\(Figures.percent(share))) are \
        measured; the others are in no delivery rate and are never filled in.
        """)
    ]
  }

  /// Deliveries without any event of the sending side.
  static func unmatched(_ input: ReportInput) -> [Page.Block] {
    let ranked = input.evidence.health.unmatched.filter { $0.deliveries > 0 }.sorted { one, other in
      if one.deliveries != other.deliveries { return one.deliveries > other.deliveries }
      return one.appKey.precedesInBytes(other.appKey)
    }
    guard !ranked.isEmpty else { return none("None: every receipt has its send.", input) }
    let table = PageTable(
      [.text("AppKey"), .number("Deliveries without a send")],
      rows: ranked.prefix(Ranking.length).map { [input.app($0.appKey), Figures.count($0.deliveries)] })
    return [.table(table)] + Ranking.rest(ranked.count) { "and \($0) more AppKeys." } + [
      .paragraph(
        "They are in no cohort and no rate: their sends are missing from the log, or were never logged.")
    ] + beyondImports(input)
  }

  /// Events that say once more what was known of a delivery, by kind.
  static func repeats(_ input: ReportInput) -> [Page.Block] {
    let repeats = input.evidence.health.repeats.filter { $0.events > 0 }
    guard !repeats.isEmpty else { return none("No event is repeated.", input) }
    return [
      .table(
        PageTable(
          [.text("Kind"), .number("Repeated events")],
          rows: repeats.map { [.figure($0.kind.name), Figures.count($0.events)] })),
      .paragraph("A repeat counts once in every rate: each delivery counts by its first event of a kind."),
    ] + beyondImports(input)
  }

  /// Event types that the configuration does not know.
  static func unknownTypes(_ input: ReportInput) -> [Page.Block] {
    let types = input.evidence.health.unknownTypes
    guard !types.isEmpty else { return none("Every event type is known.", input) }
    let table = PageTable(
      [.text("Event type"), .number("Events")],
      rows: types.prefix(Ranking.length).map { [.text($0.name, limit: 60), Figures.count($0.events)] })
    return [.table(table)] + Ranking.rest(types.count) { "and \($0) more types." } + [
      .paragraph("They are kept as `other`; `eventTypes` in the configuration says what they mean.")
    ] + beyondImports(input)
  }

  /// The oddities of single deliveries, and what each flag says.
  static func flags(_ input: ReportInput) -> [Page.Block] {
    var sums: [String: (count: Int, apps: Set<[UInt8]>)] = [:]
    for flag in input.evidence.flags {
      sums[flag.flag, default: (0, [])].count += flag.count
      sums[flag.flag]?.apps.insert(Array(flag.appKey.utf8))
    }
    guard !sums.isEmpty else { return [.paragraph("No delivery has a flag.")] }
    let ranked = sums.sorted { one, other in
      one.value.count != other.value.count ? one.value.count > other.value.count : one.key < other.key
    }
    return [
      .table(
        PageTable(
          [.text("Flag"), .number("Deliveries"), .number("AppKeys"), .text("What it says")],
          rows: ranked.map { flag, sum in
            [.code(flag), Figures.count(sum.count), Figures.count(sum.apps.count), meaning(ofFlag: flag)]
          }))
    ]
  }

  private static func meaning(ofFlag flag: String) -> Phrase {
    switch flag {
    case "app_key_mismatch": "answered under an AppKey that never sent it, while another did"
    case "app_key_unknown": "its AppKey is not configured and was never seen sending"
    case "orphan_ack": "answered but never sent to this device, while the message was sent to others"
    case "ack_timeout": "no ack within the system's limit for the extension"
    case "ack_over_budget": "acked later than the extension's own budget"
    case "ack_retried": "two acks: a first request that was given up on did arrive"
    case "clock_skew": "answered before it was sent, so two clocks disagree"
    default: .empty
    }
  }
}
