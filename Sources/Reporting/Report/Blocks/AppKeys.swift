import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  private static let mostAppKeys = 20

  /// Each AppKey: whether its devices answer, under the right key, and what was found.
  static func appKeys(_ input: ReportInput) -> [Page.Block] {
    let counts = input.headlineCells.reduce(into: [CohortKey: Counts]()) { sums, cell in
      sums[CohortKey(day: 0, appKey: cell.key.appKey, parts: []), default: Counts()].add(cell.counts)
    }
    var flags: [CohortKey: [String: Int]] = [:]
    for flag in input.evidence.flags {
      flags[CohortKey(day: 0, appKey: flag.appKey, parts: []), default: [:]][flag.flag, default: 0] +=
        flag.count
    }
    let concerned = flags.filter {
      $0.value.keys.contains { ["app_key_mismatch", "app_key_unknown", "orphan_ack"].contains($0) }
    }
    let keys = Set(counts.keys).union(concerned.keys).sorted {
      let (one, other) = (counts[$0]?[.sent] ?? 0, counts[$1]?[.sent] ?? 0)
      return one != other ? one > other : $0 < $1
    }
    guard !keys.isEmpty else { return [.paragraph("No data.")] }
    let table = PageTable(
      [
        .text("AppKey"), .number("Sends"), .number("Acks"), .number("Opened, never acked"),
        .number("Answered under another key"), .number("Answers others' sends"), .number("Orphan answers"),
        .text("Verdict"),
      ],
      rows: keys.prefix(mostAppKeys).map { key in
        let counts = counts[key] ?? Counts()
        let flags = flags[key] ?? [:]
        return [
          input.app(key.appKey), Figures.count(counts[.sent]), Figures.count(counts[.acked]),
          Figures.count(counts[.openedUnacked]), Figures.count(counts[.mismatch]),
          Figures.count(flags["app_key_mismatch"] ?? 0), Figures.count(flags["orphan_ack"] ?? 0),
          verdict(of: key.appKey, counts, isUnknown: (flags["app_key_unknown"] ?? 0) > 0, input),
        ]
      })
    let more = keys.count - mostAppKeys
    return [.table(table)] + (more > 0 ? [.paragraph("and \(Figures.count(more)) more AppKeys.")] : [])
  }

  private static func verdict(of appKey: String, _ counts: Counts, isUnknown: Bool, _ input: ReportInput)
    -> Phrase
  {
    let findings = input.findings.filter { FindingName($0).isAbout(appKey) }
    if let worst = findings.first {
      let words: Phrase = "\(worst.severity.phrase): \(code: worst.code.rawValue)"
      return findings.count > 1 ? "\(words) and more" : words
    }
    if isUnknown { return "unknown key" }
    if counts[.deliveries] == 0 { return "no sends" }
    let rate = Metric.confirmedRate.rate(counts)
    if rate.value == nil { return "not measurable" }
    return ReportVerdict.Basis(rate) == .enough ? "OK" : "too few to judge"
  }
}
