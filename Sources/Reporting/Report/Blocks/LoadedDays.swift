import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// The reported days of which there are only loaded sums, and what cannot be said of them; nothing in most reports.
  static func sumsOnly(_ input: ReportInput) -> [Page.Block] {
    let days = input.evidence.health.loadedDays
    guard let first = days.first, let last = days.last else { return [] }
    func name(_ start: Int64) -> Phrase {
      .text(input.zone.day(of: Instant(milliseconds: start)).description)
    }
    let names =
      days.count == 1 ? name(first.lowerBound) : "\(name(first.lowerBound)) to \(name(last.lowerBound))"
    return [
      .paragraph(
        days.count == 1
          ? "For \(names) there are sums that were counted elsewhere and loaded. \(limits)"
          : "For \(days.count) days from \(names) there are sums that were counted elsewhere and loaded. \(limits)"
      )
    ]
  }

  /// What sums do not tell.
  private static let limits: Phrase = """
    Their single messages, devices, repeated events and receipts without a send are not known here, and findings that \
    need them are left out.
    """

  /// What only imported logs tell, in a report that may have loaded days.
  static func ofImported(_ words: Phrase, _ input: ReportInput) -> Phrase {
    input.evidence.health.loadedDays.isEmpty ? words : "\(words); not known for loaded days"
  }

  /// Says that there is nothing of what only imported logs tell.
  static func none(_ words: Phrase, _ input: ReportInput) -> [Page.Block] {
    let hasLoads = !input.evidence.health.loadedDays.isEmpty
    return [.paragraph(hasLoads ? "Imported logs have none; for loaded days this is not known." : words)]
  }

  /// The note below what only imported logs tell.
  static func beyondImports(_ input: ReportInput) -> [Page.Block] {
    input.evidence.health.loadedDays.isEmpty ? [] : [.paragraph("For loaded days this is not known.")]
  }

  /// Says what imports do not tell of a message; nothing for most.
  static func beyondImports(of message: MessageSubject?) -> Phrase? {
    guard let message else { return nil }
    switch message.sums {
    case .ofOtherDays where message.explanations.isEmpty:
      return "For loaded days there are only sums, no single messages."
    case .ofItsDays where !message.explanations.isEmpty:
      return """
        For some of its days there are loaded sums, which may come from other logs: this report shows what was \
        imported, and none of that counts in these days.
        """
    default: return nil
    }
  }
}
