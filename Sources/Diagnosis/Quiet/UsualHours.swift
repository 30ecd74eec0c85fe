internal import Glibc
internal import ReceiptModel

/// How likely an hour without an event is, by the same hour of the days before.
struct UsualHours {
  private var chances: [Int: Double] = [:]

  /// Fewer days say nothing about what is usual.
  private static let fewestDays = 5
  private static let day: Int64 = 86_400_000

  /// Looks at the days before.
  ///
  /// Counts of events vary more than by chance alone, since a campaign is thousands of them. So the count is taken as
  /// negative binomial with the mean and variance of the days before: M. Greenwood and G. U. Yule, "An inquiry into the
  /// nature of frequency distributions representative of multiple happenings", Journal of the Royal Statistical Society
  /// 83 (1920). Where answers are counted, mean and deviation shrink with the sends of the hour.
  init(_ source: QuietSource, _ evidence: Evidence) {
    let past = evidence.pastHours.filter(evidence.isWhole)
    // What lies before the first event is no silence.
    guard let first = past.first(where: { source.events[$0] > 0 }) else { return }
    let byTime = Dictionary(grouping: past.filter { $0 >= first }) { evidence.hours[$0].start % Self.day }
    for hour in evidence.judgedHours {
      guard let same = byTime[evidence.hours[hour].start % Self.day], same.count >= Self.fewestDays else {
        continue
      }
      let counts = same.map { Double(source.events[$0]) }
      var share = 1.0
      if let sends = source.sends {
        let usual = same.reduce(0.0) { $0 + Double(sends[$1]) } / Double(same.count)
        share = usual > 0 ? min(1, Double(sends[hour]) / usual) : 0
      }
      chances[hour] = Self.chanceOfNone(counts, share: share)
    }
  }

  /// - Returns: `nil` where there is no history to say.
  func chance(ofNoneIn hour: Int) -> Double? { chances[hour] }

  private static func chanceOfNone(_ counts: [Double], share: Double) -> Double {
    // An hour that was empty before may be empty again.
    guard counts.allSatisfy({ $0 > 0 }) else { return 1 }
    let n = Double(counts.count)
    let usual = counts.reduce(0, +) / n
    let spread = counts.reduce(0) { $0 + ($1 - usual) * ($1 - usual) } / (n - 1)
    let (mean, variance) = (usual * share, spread * share * share)
    guard mean > 0 else { return 1 }
    guard variance > mean else { return max(exp(-mean), 1e-300) }
    let size = mean * mean / (variance - mean)
    return max(exp(-size * log1p(mean / size)), 1e-300)
  }
}
