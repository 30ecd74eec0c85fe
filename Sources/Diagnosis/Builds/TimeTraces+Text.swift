extension TimeTraces {
  /// `; acks of a second try 12.0 % (others 3.1 %); …`: the signs that were found.
  var signs: String {
    var text = ""
    if let late, isLateMore {
      text +=
        "; acks 6 to 17 s after the send \(Words.percent(late.one)) (others \(Words.percent(late.other)))"
    }
    if let traced, isTracedLess {
      text +=
        "; with a trace of a later try \(Words.percent(traced.one)) (others \(Words.percent(traced.other)))"
    }
    if let retried, isRetriedMore {
      text += "; acks of a second try \(Words.percent(retried.one)) (others \(Words.percent(retried.other)))"
    }
    if let trend, isWorseOnSlowNetworks {
      text +=
        "; compared with others, acks are \(Words.percent(trend.ratios.lowest)) on the fastest network"
        + " and \(Words.percent(trend.ratios.highest)) on the slowest"
    }
    return text
  }

  /// What is known about the networks, where acks are not fewer on the slow ones.
  var evenness: String {
    guard let trend, !isWorseOnSlowNetworks else { return "" }
    return trend.fallAtMost < 0.3
      ? "; about as many are lost on fast networks as on slow ones"
      : "; there are too few data to compare networks"
  }

  /// `; with a trace of a later try 0.0 % (others 7.6 %)`: what leans to one of the causes, where neither is sure.
  var hints: String {
    guard isHinted else { return "" }
    if leansEarly, let traced {
      return
        "; with a trace of a later try \(Words.percent(traced.one)) (others \(Words.percent(traced.other)))"
    }
    guard let trend, trend.ratios.highest < trend.ratios.lowest else { return "" }
    return "; compared with others, acks are \(Words.percent(trend.ratios.lowest)) on the fastest network"
      + " and \(Words.percent(trend.ratios.highest)) on the slowest"
  }
}
