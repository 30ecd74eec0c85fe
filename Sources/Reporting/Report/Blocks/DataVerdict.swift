import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  private static func aboutData(_ input: ReportInput) -> [Finding] {
    input.findings.filter { $0.code.isAboutData }
  }

  /// One line: whether the data can be trusted, how new they are, and how much of the sends they can speak of.
  static func dataVerdict(_ input: ReportInput) -> [Page.Block] {
    guard let newest = input.evidence.health.newestEvent else {
      return [.paragraph("**No data.** The ledger holds no event.")]
    }
    let findings = aboutData(input)
    let summary = FindingWords.summary(findings)
    let words: Phrase =
      findings.isEmpty
      ? "OK" : findings.contains { $0.severity > .info && $0.isOpen } ? summary : "OK, \(summary)"
    let counts = input.headline.counts
    let measured = Rate(counts[.measurable], of: counts[.sent])
    let age = input.scope.all.asOf - newest.milliseconds
    var sentence: Phrase =
      switch age {
      case ..<0: "The newest event is from \(input.shortTime(newest)), which is later than as-of."
      case 0: "The newest event is from \(input.shortTime(newest)), which is as-of."
      default: "The newest event is from \(input.shortTime(newest)), \(Figures.duration(age)) before as-of."
      }
    if measured.denominator > 0 {
      sentence +=
        " "
          + """
          Of \(Figures.sends(measured.denominator)), \(Figures.percent(measured)) went over channels that can report an arrival.
          """
    }
    return [.paragraph("**\(words).** \(sentence)")]
  }

  /// The findings that are about the data and not about pushes.
  static func dataFindings(_ input: ReportInput) -> [Page.Block] {
    let found = aboutData(input)
    guard !found.isEmpty else { return [.paragraph("No findings about the data.")] }
    var part = input
    part.findings = found
    return findings(part)
  }
}
