import Diagnosis
import Ledger
import ReceiptModel
import Reporting

/// The judgements before one: as of the end of each UTC day, or of a named window a day earlier.
struct EarlierJudgements {
  private static let day: Int64 = 86_400_000

  private let view: LedgerView
  private let days: ReportScope
  /// As of `JudgedStretch`.
  private let isRecent: Bool

  init(of view: LedgerView, before days: ReportScope, isRecent: Bool) {
    self.view = view
    self.days = days
    self.isRecent = isRecent
  }

  /// What one of them had found, made only where the ledger does not keep it.
  ///
  /// - Parameter step: from 1, the last one.
  func seen(_ step: Int) throws -> SeenJudgement? {
    guard let (days, window) = try stretch(step) else { return nil }
    if let kept = try kept(days, window, view.store.seenFindings) {
      return SeenJudgement(end: window.upperBound, findings: kept)
    }
    return try judgement(days, window).seen
  }

  /// What the last of them found, each with the stretch that it was judged by; words only where the ledger does not keep it.
  func found() throws -> [Finding] {
    guard let (days, window) = try stretch(1) else { return [] }
    let findings =
      try kept(days, window, view.store.foundEarlier) ?? judgement(days, window).findings
    return findings.map { $0.judged(over: $0.judged ?? window) }
  }

  /// What the ledger keeps of one of them, which it never does of that of a named window.
  private func kept<Kept>(
    _ days: ReportScope, _ window: Range<Int64>,
    _ read: (_ end: Int64, _ asOf: Int64, _ settings: String) throws -> Kept?
  ) throws -> Kept? {
    guard isRecent, let settings = try view.keptSettings else { return nil }
    return try read(window.upperBound, days.all.asOf, settings)
  }

  private func judgement(_ days: ReportScope, _ window: Range<Int64>) throws -> Judgement {
    let stretch = JudgedStretch(window: window, isRecent: isRecent)
    if let made = view.own.earlier[stretch] { return made }
    // Whether the data are stale is a question to the present.
    let found = try view.found(in: days, isRecent: isRecent, clock: nil)
    view.own.earlier[stretch] = found.judgement
    return found.judgement
  }

  /// - Returns: `nil` before the ledger's first cohort, and for a window from the second step on.
  private func stretch(_ step: Int) throws -> (days: ReportScope, window: Range<Int64>)? {
    guard let window = days.headline.window, let first = try view.store.cohortSpan()?.lowerBound else {
      return nil
    }
    let earlier: ReportScope
    if isRecent {
      let end = (window.upperBound - 1) / Self.day * Self.day - Self.day * Int64(step - 1)
      earlier = try view.recentDays(asOf: end + days.all.settle)
    } else {
      guard step == 1 else { return nil }
      let moved = window.lowerBound - Self.day..<window.upperBound - Self.day
      earlier = view.days(of: moved, asOf: min(days.all.asOf, moved.upperBound + days.all.settle))
    }
    guard let judged = earlier.headline.window, first < judged.upperBound else { return nil }
    return (earlier, judged)
  }
}
