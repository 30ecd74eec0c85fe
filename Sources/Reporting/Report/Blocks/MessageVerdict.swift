import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// What became of the message, in a sentence for each AppKey that has events of it.
  static func messageVerdict(_ input: ReportInput) -> [Page.Block] {
    guard let message = input.message, !message.explanations.isEmpty else {
      let none: Phrase = "**No data.** The ledger holds no event of this message."
      return [.paragraph(beyondImports(of: input.message).map { "\(none) \($0)" } ?? none)]
    }
    let verdicts: [Page.Block] = message.explanations.map { explanation in
      let story = explanation.story
      let verdict = explanation.verdict
      var words: Phrase = """
        **\(verdict.certainty.phrase)** \(code: verdict.rawValue) under \(input.app(story.appKey)): \
        \(verdict.meaning).
        """
      if let first = story.firstSent, let last = story.lastSent {
        let sends = Figures.sends(story.counts[.sent])
        words +=
          first == last
          ? " \(sends), at \(input.shortTime(first))."
          : " \(sends), from \(input.shortTime(first)) to \(input.shortTime(last))."
      }
      if story.unsettled > 0 {
        words += " Too young to be judged: \(Figures.count(story.unsettled))."
      }
      return .paragraph(words)
    }
    return verdicts + (beyondImports(of: message).map { [.paragraph($0)] } ?? [])
  }

  /// What the verdict rests on, what else could look the same, and what to do.
  static func messageStory(_ input: ReportInput) -> [Page.Block] {
    perApp(input) { explanation in
      var items: [Page.Item] = []
      if !explanation.grounds.isEmpty {
        items.append(Page.Item("Based on:", explanation.grounds.map { Page.Item($0) }))
      }
      if !explanation.rivals.isEmpty {
        items.append(Page.Item("Could also be:", explanation.rivals.map { Page.Item($0.phrase) }))
      }
      if let step = explanation.nextStep { items.append(Page.Item("Next step: \(step).")) }
      return items.isEmpty ? [] : [.list(items)]
    }
  }

  /// Findings on the message itself, and then those on what its pushes met.
  static func messageFindings(_ input: ReportInput) -> [Page.Block] {
    let own = input.findings.filter { $0.scope[.message] != nil }
    let around = input.findings.filter { $0.scope[.message] == nil }
    var blocks =
      own.isEmpty ? [.paragraph("No findings about this message.")] : findingLines(own, input)
    if !around.isEmpty {
      blocks.append(.paragraph("Findings about its AppKeys and builds while it was sent:"))
      blocks += findingLines(around, input)
    }
    return blocks
  }

  /// A part for each AppKey with events of the message, named where there are several.
  static func perApp(
    _ input: ReportInput, _ blocks: (MessageExplanation) -> [Page.Block]
  ) -> [Page.Block] {
    let explanations = input.message?.explanations ?? []
    let parts = explanations.map { explanation -> [Page.Block] in
      let part = blocks(explanation)
      guard explanations.count > 1, !part.isEmpty else { return part }
      return [.paragraph("**Under \(input.app(explanation.story.appKey))**")] + part
    }
    .flatMap { $0 }
    return parts.isEmpty ? [.paragraph("No data.")] : parts
  }
}
