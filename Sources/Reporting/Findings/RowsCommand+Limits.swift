import Prose
import ReceiptModel

/// What findings say about days that have only loaded sums.
extension RowsCommand {
  /// Says that some of the judged days have nothing but sums; `nil` when none has.
  var limit: Phrase? {
    switch loadedDays.count {
    case 0: nil
    case 1:
      "for 1 day there are only loaded sums, so findings that need devices or single messages are left out"
    case let count:
      "for \(count) days there are only loaded sums, so findings that need devices or single messages are left out"
    }
  }

  /// Says which rows behind a finding there are, where some are missing.
  func limit(of finding: Finding) -> Phrase? {
    lacksRows(of: finding)
      ? """
      for loaded days there are samples of flagged deliveries, and single deliveries only where their log was \
      imported
      """
      : nil
  }
}
