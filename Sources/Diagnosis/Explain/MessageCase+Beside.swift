import Prose
import ReceiptModel

extension MessageCase {
  /// What others know of the message; none of it is in its rates.
  var besideGrounds: [Phrase] {
    let beside = story.beside
    var grounds: [Phrase] = []
    if let runs = beside.allRuns { grounds += self.runs(runs) }
    grounds += beside.attachmentFailures.prefix(3).map { failure in
      let error: Phrase = failure.error.isEmpty ? "no error is named" : .text(failure.error, limit: 120)
      return "attachments that failed: \(Figures.count(failure.failures)) (\(error))"
    }
    grounds += beside.tallies.map(words)
    grounds += beside.totals.map(words)
    return grounds
  }

  private func runs(_ times: ExtensionTimes) -> [Phrase] {
    let wait = times.waits.percentiles([0.5])[0].map { Figures.exactDuration($0) } ?? "unknown"
    let lengths = times.lengths.percentiles([0.5, 0.95]).map {
      $0.map { Figures.exactDuration($0) } ?? "unknown"
    }
    let unfinished = Figures.count(times.count(.unfinished))
    return [
      """
      runs of the extension by its own log: \(Figures.count(times.runs)); half of them started within \(wait) of \
      the send, half ran no longer than \(lengths[0]), 95 % no longer than \(lengths[1])
      """,
      """
      how these runs ended: receipt answered \(Figures.count(times.count(.acked))), time ran out \
      \(Figures.count(times.count(.expired))), no end in the log \(unfinished)
      """,
    ]
  }

  private func words(_ tally: Tally) -> Phrase {
    let counted: Phrase =
      "events \(figure: tally.kind.name) from \(tally.source) that name no device: \(Figures.count(tally.count))"
    guard let sends = tally.sends, sends > 0 else { return counted }
    let ratio = DecimalText.fixed(Double(tally.count) / Double(sends), digits: 2)
    return """
      \(counted); \(figure: ratio) per send (\(Figures.count(sends)) in all), which is not a share of the sends: a \
      device may have several
      """
  }

  private func words(_ total: ControlTotal) -> Phrase {
    let theirs: Phrase =
      "\(total.source) counts \(Figures.count(total.theirs)) \(figure: total.kind.name)"
    let definition = CountedWords.definition(of: total.kind, by: total.source)
    guard let ours = total.ours else {
      return total.comparison == .severalSenders
        ? "\(theirs) for several AppKeys together; \(definition)"
        : "\(theirs), of which the ledger holds no events at all; \(definition)"
    }
    guard let counted = total.countedAt, let sent = total.sentAt, sent <= counted else {
      return "\(theirs), the ledger \(Figures.count(ours)); \(definition)"
    }
    let age = Figures.exactDuration(counted.milliseconds - sent.milliseconds)
    return """
      \(theirs) \(age) after the first send, the ledger \(Figures.count(ours)) up to then; \(definition)
      """
  }
}
