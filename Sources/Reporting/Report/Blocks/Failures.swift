import Diagnosis
import Prose
import ReceiptModel

extension DailyReport {
  /// Why sends and arrivals failed, most frequent first, and what that means.
  ///
  /// The table says so where a reason means different things on its channels.
  static func failures(_ input: ReportInput) -> [Page.Block] {
    // The kind stands where an AppKey would: cell keys compare text by its bytes.
    var sums: [CohortKey: (count: Int, channels: Set<[UInt8]>)] = [:]
    for cell in input.failures {
      let reason = CohortKey(day: 0, appKey: cell.kind, parts: [cell.reasonCode, cell.reasonText])
      sums[reason, default: (0, [])].count += cell.count
      sums[reason]?.channels.insert(Array(cell.channel.utf8))
    }
    guard sums.values.contains(where: { $0.count > 0 }) else { return [.paragraph("No failures.")] }
    let ranked = sums.sorted { one, other in
      one.value.count != other.value.count ? one.value.count > other.value.count : one.key < other.key
    }
    let table = PageTable(
      [
        .text("Failure"), .text("Meaning"), .text("Channels"), .number("Deliveries"),
      ],
      rows: ranked.prefix(Ranking.short).map { reason, sum in
        let (code, text) = (reason.parts[0], reason.parts[1])
        return [
          "\(.text(reason.appKey)): \(given(code, text))",
          meaning(code, text, sum.channels, input.evidence.reasons), channels(sum.channels),
          Figures.count(sum.count),
        ]
      })
    let rest = ranked.dropFirst(Ranking.short).reduce(0) { $0 + $1.value.count }
    return [.table(table)]
      + Ranking.rest(ranked.count, shown: Ranking.short) {
        "and \($0) more reasons with \(Figures.count(rest)) deliveries."
      }
  }

  /// `201 invalid device`, as far as the log says it.
  private static func given(_ code: String, _ text: String) -> Phrase {
    let words = [Phrase.text(code, limit: 40), .text(text, limit: 120)]
    let said = zip([code, text], words).filter { !$0.0.isEmpty }.map(\.1)
    return said.isEmpty ? "(none given)" : said.joined(separator: " ")
  }

  private static func meaning(
    _ code: String, _ text: String, _ channels: Set<[UInt8]>, _ reasons: FailureReasons
  ) -> Phrase {
    guard !code.isEmpty || !text.isEmpty else { return .empty }
    let meanings = channels.map { channel in
      reasons.entry(channel: String(decoding: channel, as: UTF8.self), code: code, text: text)?.meaning
    }
    guard let first = meanings.first, meanings.allSatisfy({ $0 == first }) else {
      return "depends on the channel"
    }
    guard let meaning = first else { return "unknown" }
    return Phrase(.term(meaning.cut(to: 120)))
  }

  private static func channels(_ names: Set<[UInt8]>) -> Phrase {
    let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    let shown = sorted.prefix(3).map { $0.isEmpty ? "unknown" : Phrase.text($0, limit: 40) }.joined()
    return sorted.count > 3 ? "\(shown) and \(sorted.count - 3) more" : shown
  }
}
