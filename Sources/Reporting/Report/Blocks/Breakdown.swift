import Prose
import ReceiptModel

extension DailyReport {
  /// The parts of an AppKey's sends whose rate differs from that of the rest beyond chance.
  static func breakdown(_ input: ReportInput) -> [Page.Block] {
    // A broken build would make those systems and networks look bad that have more of it.
    let versions = Parts.all(input, by: .appVersion)
    let ofVersions = deviations(of: versions)
    let broken = Set(
      ofVersions.filter(\.standsOut).map { CohortKey(day: 0, appKey: $0.appKey, parts: [$0.name]) })
    let others = [Parts.Property.osVersion, .channel, .network].flatMap {
      Parts.all(input, by: $0, without: broken)
    }
    let parts = versions + others
    let compared = ofVersions + deviations(of: others)
    guard !compared.isEmpty else {
      return [.paragraph("No data: there are no two parts of one AppKey to compare.")] + leftOut(parts, input)
    }
    let isBeyond = RateComparison.beyondChance(compared.map(\.comparison))
    let differing = telling(zip(compared, isBeyond).filter { $0.1 }.map { $0.0 })
    let found = differing.filter { !isBuild($0, ofOneOf: input.findings) }
    let method: Phrase = """
      \(Figures.count(compared.count)) rates, judged together; one in twenty shown may be chance. Builds with findings are \
      left out.
      """
    guard found.count == differing.count || !found.isEmpty else {
      return [.paragraph("Beyond chance, only the builds differ that have findings.")] + leftOut(parts, input)
    }
    guard !found.isEmpty else {
      return [.paragraph("No part differs from the rest of its AppKey beyond chance."), .paragraph(method)]
        + leftOut(parts, input)
    }
    let table = PageTable(
      [
        .text("Where"), .text("Rate"), .number("Of"), .number("Share"),
        .number("Wilson limits"), .number("The rest"),
      ],
      rows: found.prefix(Ranking.length).map { deviation in
        let comparison = deviation.comparison
        return [
          "\(input.app(deviation.appKey)), \(deviation.property.words(deviation.name))",
          deviation.metric.title,
          Figures.count(comparison.own.denominator), Figures.percent(comparison.own),
          Figures.interval(comparison.own), Figures.percent(comparison.other),
        ]
      })
    return [.table(table)] + more(found) + [.paragraph(method)] + leftOut(parts, input)
  }

  /// Whether a finding says of an app version how it differs.
  private static func isBuild(_ deviation: PartDeviation, ofOneOf findings: [Finding]) -> Bool {
    deviation.property == .appVersion
      && findings.contains { finding in
        finding.state.stands && finding.appKey.hasSameBytes(as: deviation.appKey)
          && (finding.scope[.appVersion].map { $0.hasSameBytes(as: deviation.name) } ?? false)
      }
  }

  private static func deviations(of parts: [Parts]) -> [PartDeviation] {
    parts.filter(\.isTold).flatMap { parts in
      metrics(of: parts.property).flatMap { PartDeviation.all(parts, $0) }
    }
  }

  private static func metrics(of property: Parts.Property) -> [Metric] {
    property == .network ? [.ackRate] : [.ackRate, .confirmedRate, .openRateSent]
  }

  /// Sorted with those first that concern the most deliveries.
  ///
  /// Acks and deliveries of one part mostly say the same, so only the one that tells more stands here.
  private static func telling(_ deviations: [PartDeviation]) -> [PartDeviation] {
    deviations.filter { one in
      guard one.metric != .openRateSent else { return true }
      return !deviations.contains { other in
        other.metric != .openRateSent && other.metric != one.metric && other.property == one.property
          && other.name.hasSameBytes(as: one.name) && other.appKey.hasSameBytes(as: one.appKey)
          && (other.comparison.weight, other.metric.rawValue) > (one.comparison.weight, one.metric.rawValue)
      }
    }
    .sorted { one, other in
      if one.comparison.weight != other.comparison.weight {
        return one.comparison.weight > other.comparison.weight
      }
      let keys = [one, other].map {
        CohortKey(day: 0, appKey: $0.appKey, parts: [$0.name, $0.metric.rawValue])
      }
      return keys[0] < keys[1]
    }
  }

  /// How many more differ, and how much they matter.
  private static func more(_ found: [PartDeviation]) -> [Page.Block] {
    guard found.count > Ranking.length else { return [] }
    let weights = found.map(\.comparison.weight)
    let left = weights.dropFirst(Ranking.length).reduce(0, +) / weights.reduce(0, +)
    let count = Figures.count(found.count - Ranking.length)
    return [
      .paragraph(
        "and \(count) more, with \(Figures.percent(left)) of the deliveries that these differences are about."
      )
    ]
  }

  /// Says what could not be compared because only answers name it.
  private static func leftOut(_ parts: [Parts], _ input: ReportInput) -> [Page.Block] {
    let left = parts.filter { !$0.isTold }.map { parts -> Phrase in
      "\(parts.property.plural) of \(input.app(parts.appKey)) (\(Figures.percent(parts.unknown)) unknown)"
    }
    guard !left.isEmpty else { return [] }
    return [
      .paragraph(
        """
        Left out, because the log does not name them for enough of the sends: \(left.prefix(Ranking.length).joined()).
        """)
    ] + Ranking.rest(left.count) { "and \($0) more." }
  }
}
