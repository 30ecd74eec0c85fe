import Prose
import ReceiptModel

extension DailyReport {
  /// How bad it is, what failed to be sent, the delivery rate, and whether receipts are lost.
  static func verdict(_ input: ReportInput) -> [Page.Block] {
    [.paragraph("**\(words(input.verdict)).** \(sentences(input).joined(separator: " "))")]
  }

  private static func words(_ verdict: ReportVerdict) -> Phrase {
    var words: [Phrase] = []
    if verdict.critical > 0 { words.append("\(verdict.critical) critical") }
    if verdict.warnings > 0 {
      words.append(verdict.warnings == 1 ? "1 warning" : "\(Figures.count(verdict.warnings)) warnings")
    }
    switch verdict.basis {
    case .none: words.append(words.isEmpty ? "No data" : "no data")
    case .tooThin: words.append(words.isEmpty ? "Not enough data" : "not enough data")
    case .enough: if words.isEmpty { words = ["OK"] }
    }
    return words.joined()
  }

  private static func sentences(_ input: ReportInput) -> [Phrase] {
    guard !input.reportedDays.isEmpty else { return ["The ledger holds no delivery with a send."] }
    let total = input.headline
    guard total.hasData else { return ["No delivery of \(input.dayText) was handed to a gateway."] }
    let failed = failedSends(total.counts)
    if total.counts[.sent] == 0, let failed { return [failed] }
    let rate = Metric.confirmedRate.rate(total.counts)
    guard rate.value != nil else {
      let sends = Figures.sends(total.counts[.sent])
      return [failed, "Of \(sends), none went over a channel that can report an arrival."].compactMap(
        \.self)
    }
    let share = Figures.percent(rate)
    let numbers: Phrase = """
      the device confirmed \(Figures.count(rate.numerator)) of \(Figures.count(rate.denominator)) measurable sends
      """
    let delivery: Phrase =
      failed == nil
      ? "The delivery rate is \(share): \(numbers)."
      : "The delivery rate of the others is \(share): \(numbers)."
    return [failed, delivery].compactMap(\.self) + lost(LostReceipts(input), input)
  }

  /// What the gateways did not take; `nil` where nothing failed.
  private static func failedSends(_ counts: Counts) -> Phrase? {
    let sent = Metric.sendSuccessRate.rate(counts)
    let failed = sent.denominator - sent.numerator
    guard failed > 0 else { return nil }
    return """
      Of \(Figures.count(sent.denominator)) attempted sends, \(Figures.count(failed)) failed \
      (\(Figures.percent(Rate(failed, of: sent.denominator)))).
      """
  }

  /// The most builds or AppKeys that a sentence names.
  private static let mostNamed = 3

  private static func lost(_ lost: LostReceipts, _ input: ReportInput) -> [Phrase] {
    let builds = lost.builds.map { build -> Phrase in
      "\(Parts.Property.appVersion.words(build.parts[0])) of \(input.app(build.appKey))"
    }
    let others = lost.others.map { finding -> Phrase in
      "\(input.app(finding.appKey)) (\(code: finding.code.rawValue))"
    }
    guard let rate = lost.rateOfOthers, rate.value != nil else {
      let all = builds + others
      return all.isEmpty ? [] : ["**Receipts are lost** of \(named(all)), so this is too low."]
    }
    let without: Phrase = """
      **Receipts are lost** of \(named(builds)); without these builds, it is \(Figures.percent(rate)) \
      (\(Figures.count(rate.numerator)) of \(Figures.count(rate.denominator)), Wilson limits \(Figures.interval(rate))).
      """
    return others.isEmpty ? [without] : [without, "Those of \(named(others)) are lost, too."]
  }

  private static func named(_ names: [Phrase]) -> Phrase {
    let more = names.count - mostNamed
    return (names.prefix(mostNamed) + (more > 0 ? ["\(Figures.count(more)) more"] : [])).joined()
  }
}
