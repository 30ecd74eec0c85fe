internal import ReceiptModel

extension DailyReport {
  /// Why sends and arrivals failed, most frequent first.
  static func failures(_ input: ReportInput) -> String {
    struct Reason: Hashable {
      var kind: String
      var code: String
      var text: String
    }
    var sums: [Reason: (count: Int, channels: Set<String>)] = [:]
    for cell in input.failures {
      let reason = Reason(kind: cell.kind, code: cell.reasonCode, text: cell.reasonText)
      sums[reason, default: (0, [])].count += cell.count
      sums[reason]?.channels.insert(cell.channel)
    }
    let total = sums.values.reduce(0) { $0 + $1.count }
    guard total > 0 else { return "No failures." }
    let ranked = sums.sorted { one, other in
      if one.value.count != other.value.count { return one.value.count > other.value.count }
      let (left, right) = (one.key, other.key)
      if left.kind != right.kind { return left.kind.precedes(right.kind) }
      return left.code != right.code ? left.code.precedes(right.code) : left.text.precedes(right.text)
    }
    let table = MarkdownTable(
      [
        .text("Failure"), .text("Code"), .text("Reason"), .text("Channels"), .number("Deliveries"),
        .number("Share"),
      ],
      rows: ranked.prefix(Ranking.length).map { reason, sum in
        [
          Markdown.escape(reason.kind), Markdown.escape(reason.code, limit: 40),
          reason.text.isEmpty && reason.code.isEmpty
            ? "(none given)" : Markdown.escape(reason.text, limit: 120),
          channels(sum.channels), Figures.count(sum.count), Figures.percent(Rate(sum.count, of: total)),
        ]
      })
    let rest = ranked.dropFirst(Ranking.length).reduce(0) { $0 + $1.value.count }
    return table.text + Ranking.rest(ranked.count, "reasons", detail: "\(Figures.count(rest)) deliveries")
  }

  private static func channels(_ names: Set<String>) -> String {
    let sorted = names.sorted { $0.precedes($1) }
    let shown = sorted.prefix(3).map { $0.isEmpty ? "unknown" : Markdown.escape($0, limit: 40) }
    return shown.joined(separator: ", ") + (sorted.count > 3 ? " and \(sorted.count - 3) more" : "")
  }
}
