import Prose
import ReceiptModel

/// What readers are told of days that are known by sums alone: that these were loaded, and what they do not tell.
///
/// Each is `nil` where all days are known by their deliveries, as in most ledgers.
extension [SummedDay] {
  /// Names the days of a report.
  func note(in zone: ReportZone) -> Phrase? {
    guard let first, let last else { return nil }
    let start = Phrase.text(first.name(in: zone))
    let names = count == 1 ? start : "\(start) to \(Phrase.text(last.name(in: zone)))"
    return count == 1
      ? "For \(names) there are sums that were counted elsewhere and loaded. \(Self.limits)"
      : "For \(count) days from \(names) there are sums that were counted elsewhere and loaded. \(Self.limits)"
  }

  private static let limits: Phrase = """
    Their single messages, devices, repeated events and receipts without a send are not known here, and findings that \
    need them are left out.
    """

  /// Stands below what only imported logs tell.
  var noteBelowImported: Phrase? { isEmpty ? nil : "For loaded days this is not known." }

  /// Stands in place of the words that there is nothing of it.
  var noneImported: Phrase? {
    isEmpty ? nil : "Imported logs have none; for loaded days this is not known."
  }

  /// The same in a cell of a table.
  func limiting(_ words: Phrase) -> Phrase? { isEmpty ? nil : "\(words); not known for loaded days" }

  /// What a check does not look at.
  var limitOfCheck: Phrase? {
    switch count {
    case 0: nil
    case 1:
      "for 1 day there are only loaded sums, so findings that need devices or single messages are left out"
    case let count:
      "for \(count) days there are only loaded sums, so findings that need devices or single messages are left out"
    }
  }
}

extension RowsCommand {
  /// Says which rows behind a finding there are, where some are missing; `nil` where none is.
  func limit(of finding: Finding) -> Phrase? {
    lacksRows(of: finding)
      ? """
      for loaded days there are samples of flagged deliveries, and single deliveries only where their log was \
      imported
      """
      : nil
  }
}

extension UntoldSums {
  /// What a report on a message cannot tell; `nil` for most.
  ///
  /// - Parameter isTold: whether the report tells anything of it.
  func note(isTold: Bool) -> Phrase? {
    switch self {
    case .ofOtherDays where !isTold: "For loaded days there are only sums, no single messages."
    case .ofItsDays where isTold:
      """
      For some of its days there are loaded sums, which may come from other logs: this report shows what was \
      imported, and none of that counts in these days.
      """
    default: nil
    }
  }
}
