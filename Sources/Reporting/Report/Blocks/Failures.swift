internal import ReceiptModel

extension DailyReport {
  /// Why sends and arrivals failed, most frequent first, and what that means.
  ///
  /// Where a reason means different things on its channels, that is said.
  static func failures(_ input: ReportInput) -> String {
    // The kind stands where an AppKey would: cell keys compare text by its bytes.
    var sums: [CohortKey: (count: Int, channels: Set<[UInt8]>)] = [:]
    for cell in input.failures {
      let reason = CohortKey(day: 0, appKey: cell.kind, parts: [cell.reasonCode, cell.reasonText])
      sums[reason, default: (0, [])].count += cell.count
      sums[reason]?.channels.insert(Array(cell.channel.utf8))
    }
    let total = sums.values.reduce(0) { $0 + $1.count }
    guard total > 0 else { return "No failures." }
    let ranked = sums.sorted { one, other in
      one.value.count != other.value.count ? one.value.count > other.value.count : one.key < other.key
    }
    let table = MarkdownTable(
      [
        .text("Failure"), .text("Code"), .text("Reason"), .text("Meaning"), .text("Channels"),
        .number("Deliveries"), .number("Share"),
      ],
      rows: ranked.prefix(Ranking.length).map { reason, sum in
        let (code, text) = (reason.parts[0], reason.parts[1])
        return [
          MarkdownText.escaped(reason.appKey), MarkdownText.escaped(code, limit: 40),
          text.isEmpty && code.isEmpty ? "(none given)" : MarkdownText.escaped(text, limit: 120),
          meaning(code, text, sum.channels, input.reasons), channels(sum.channels), Figures.count(sum.count),
          Figures.percent(Rate(sum.count, of: total)),
        ]
      })
    let rest = ranked.dropFirst(Ranking.length).reduce(0) { $0 + $1.value.count }
    return table.text + Ranking.rest(ranked.count, "reasons", detail: "\(Figures.count(rest)) deliveries")
  }

  private static func meaning(
    _ code: String, _ text: String, _ channels: Set<[UInt8]>, _ reasons: FailureReasons
  ) -> String {
    guard !code.isEmpty || !text.isEmpty else { return "" }
    let meanings = channels.map { channel in
      reasons.entry(channel: String(decoding: channel, as: UTF8.self), code: code, text: text)?.meaning
    }
    guard let first = meanings.first, meanings.allSatisfy({ $0 == first }) else {
      return "depends on the channel"
    }
    guard let meaning = first else { return "unknown" }
    return MarkdownText.escaped(meaning, limit: 120)
  }

  private static func channels(_ names: Set<[UInt8]>) -> String {
    let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    let shown = sorted.prefix(3).map { $0.isEmpty ? "unknown" : MarkdownText.escaped($0, limit: 40) }
    return shown.joined(separator: ", ") + (sorted.count > 3 ? " and \(sorted.count - 3) more" : "")
  }
}
