import Prose
import ReceiptModel

extension TimeTraces {
  /// `; acks of a second try: 12.0 % (others: 3.1 %); …`: the signs that were found.
  var signs: Phrase {
    var signs: [Phrase] = []
    if let late, isLateMore {
      signs.append(
        "; acks 6 to 17 s after the send: \(Figures.percent(late.one)) (others: \(Figures.percent(late.other)))"
      )
    }
    if let traced, isTracedLess { signs.append(Self.trace(traced)) }
    if let retried, isRetriedMore {
      signs.append(
        "; acks of a second try: \(Figures.percent(retried.one)) (others: \(Figures.percent(retried.other)))")
    }
    if let trend, isWorseOnSlowNetworks { signs.append(Self.comparison(trend)) }
    return signs.joined(separator: .empty)
  }

  /// What is known of the networks, where acks are not fewer on the slow ones.
  var evenness: Phrase {
    guard let trend, !isWorseOnSlowNetworks else { return .empty }
    return trend.fallAtMost < 0.3
      ? "; about as many are lost on fast networks as on slow ones"
      : "; there are too few data to compare networks"
  }

  /// `; with a trace of a later try: 0.0 % (others: 7.6 %)`: a sign for one of the causes, where neither is sure.
  var hints: Phrase {
    guard isHinted else { return .empty }
    if leansEarly, let traced { return Self.trace(traced) }
    guard let trend, trend.ratios.highest < trend.ratios.lowest else { return .empty }
    return Self.comparison(trend)
  }

  private static func trace(_ traced: (one: Double, other: Double)) -> Phrase {
    "; with a trace of a later try: \(Figures.percent(traced.one)) (others: \(Figures.percent(traced.other)))"
  }

  private static func comparison(_ trend: RatioTrend) -> Phrase {
    """
    ; compared with others, acks are \(Figures.percent(trend.ratios.lowest)) on the fastest network and \
    \(Figures.percent(trend.ratios.highest)) on the slowest
    """
  }
}
