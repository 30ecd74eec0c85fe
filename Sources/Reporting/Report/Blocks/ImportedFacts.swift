import Diagnosis
import Prose
import ReceiptModel

/// What only imported logs tell, in reports that may have days known by sums alone.
extension DailyReport {
  /// Says what is not known of such days; nothing in most reports.
  static func sumsOnly(_ input: ReportInput) -> [Page.Block] {
    paragraph(input.evidence.health.summedDays.note(in: input.zone))
  }

  static func ofImported(_ words: Phrase, _ input: ReportInput) -> Phrase {
    input.evidence.health.summedDays.limiting(words) ?? words
  }

  /// Says that there is nothing of it.
  static func none(_ words: Phrase, _ input: ReportInput) -> [Page.Block] {
    [.paragraph(input.evidence.health.summedDays.noneImported ?? words)]
  }

  /// The note below it.
  static func beyondImports(_ input: ReportInput) -> [Page.Block] {
    paragraph(input.evidence.health.summedDays.noteBelowImported)
  }

  /// Says what imports do not tell of a message; nothing for most.
  static func beyondImports(of message: MessageSubject?) -> Phrase? {
    message.flatMap { $0.sums.note(isTold: !$0.explanations.isEmpty) }
  }

  private static func paragraph(_ words: Phrase?) -> [Page.Block] { words.map { [.paragraph($0)] } ?? [] }
}
