import Diagnosis
import Reporting

/// What was judged for a view.
final class OwnJudgements {
  let found = Once<Found>()
  /// What became of it, with and without when each finding was first seen.
  let dated = Once<Judged>()
  let undated = Once<Judged>()
  /// Those before.
  var earlier: [JudgedStretch: Judgement] = [:]
}

/// What was found in judged days, not yet compared with the judgements before.
struct Found {
  let days: ReportScope
  let evidence: Evidence
  let judgement: Judgement
  /// As of `JudgedStretch`.
  let isRecent: Bool
}

/// What a judgement is of.
struct JudgedStretch: Hashable {
  /// Milliseconds UTC.
  var window: Range<Int64>
  /// Whether it is the last days as of some moment, of which each AppKey is judged by as many as it takes, and no window
  /// that was named.
  var isRecent: Bool
}
