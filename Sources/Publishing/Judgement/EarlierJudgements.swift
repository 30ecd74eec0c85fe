import Diagnosis
import Ledger
import ReceiptModel
import Reporting

/// The judgements before one: as of the end of each UTC day, or of a named window a day earlier.
struct EarlierJudgements {
  private static let day: Int64 = 86_400_000

  private let view: LedgerView
  private let days: ReportScope
  /// Whether the last days are judged, and no window that was named.
  private let areRecent: Bool

  init(of view: LedgerView, before days: ReportScope, areRecent: Bool) {
    self.view = view
    self.days = days
    self.areRecent = areRecent
  }

  /// What one of them had found, made only where the ledger does not keep it.
  ///
  /// - Parameter step: from 1, the last one.
  func seen(_ step: Int) throws -> SeenJudgement? {
    guard let days = try days(step), let end = days.headline.window?.upperBound else { return nil }
    if areRecent, let settings = try view.keptSettings,
      let kept = try view.store.seenFindings(end: end, asOf: days.all.asOf, settings: settings)
    {
      return SeenJudgement(end: end, findings: kept)
    }
    return try judgement(days, end: end).seen
  }

  /// One of them with all that it found.
  func judgement(_ step: Int) throws -> Judgement? {
    guard let days = try days(step), let end = days.headline.window?.upperBound else { return nil }
    return try judgement(days, end: end)
  }

  private func judgement(_ days: ReportScope, end: Int64) throws -> Judgement {
    guard areRecent else {
      // The ledger never keeps that of a named window.
      let window = days.headline.window ?? end..<end
      if let made = view.own.judgements.earlierOfWindows[window] { return made }
      let judgement = try judge(days, end: end)
      view.own.judgements.earlierOfWindows[window] = judgement
      return judgement
    }
    if let made = view.own.judgements.earlier[end] { return made }
    let judgement = try judge(days, end: end)
    view.own.judgements.earlier[end] = judgement
    return judgement
  }

  private func judge(_ days: ReportScope, end: Int64) throws -> Judgement {
    // Whether the data are stale is a question to the present.
    let evidence = try view.evidence(judging: days.headline, history: days.all.days, clock: nil)
    return try Judgement(
      end: end, findings: areRecent ? view.recentFindings(days, evidence) : Diagnosis.findings(evidence))
  }

  /// - Returns: `nil` before the ledger's first cohort, and for a window from the second step on.
  private func days(_ step: Int) throws -> ReportScope? {
    guard let window = days.headline.window, let first = try view.store.cohortSpan()?.lowerBound else {
      return nil
    }
    let earlier: ReportScope
    if areRecent {
      let end = (window.upperBound - 1) / Self.day * Self.day - Self.day * Int64(step - 1)
      earlier = try view.recentDays(asOf: end + days.all.settle)
    } else {
      guard step == 1 else { return nil }
      let moved = window.lowerBound - Self.day..<window.upperBound - Self.day
      earlier = view.days(of: moved, asOf: min(days.all.asOf, moved.upperBound + days.all.settle))
    }
    return earlier.headline.window.map { first < $0.upperBound } == true ? earlier : nil
  }
}
