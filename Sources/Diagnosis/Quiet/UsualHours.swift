import Glibc
import ReceiptModel

/// How likely hours without an event are, by the same hours of the days before.
struct UsualHours {
  private let source: QuietSource
  private let spans: [DaySpan]
  /// Places of the hours that can be compared with, by their start in milliseconds UTC.
  private let past: [Int64: Int]
  /// From the first of them to the last.
  private let pastSpan: ClosedRange<Int64>?

  /// Fewer days say nothing about what is usual: each day of the week has to be among them, or each working day.
  private static let fewestDays = 7
  private static let fewestWorkingDays = 5
  private static let day: Int64 = 86_400_000
  private static let hour: Int64 = 3_600_000

  init(_ source: QuietSource, _ evidence: Evidence) {
    self.source = source
    spans = evidence.hours
    let whole = evidence.pastHours.filter(evidence.isWhole)
    // The time before the first event is no silence.
    let known = whole.first { source.events[$0] > 0 }.map { first in whole.filter { $0 >= first } } ?? []
    past = Dictionary(
      known.map { (evidence.hours[$0].start, $0) }, uniquingKeysWith: { first, _ in first })
    pastSpan = known.first.flatMap { first in
      known.last.map { evidence.hours[first].start...evidence.hours[$0].start }
    }
  }

  /// Whether events come in an hour on half of the days before or more.
  func isActive(_ hour: Int) -> Bool {
    let same = sameHours(hour)
    return !same.isEmpty && 2 * same.count { source.events[$0] > 0 } >= same.count
  }

  /// Whether a run of hours without events is news: so many an hour came on each of the days before, and of answers as
  /// many as go with the sends of these hours.
  func areBusy(_ run: [Int], _ limits: Evidence.Limits) -> Bool {
    let days = days(like: run)
    guard days.count >= (comparesWorkingDays(run) ? Self.fewestWorkingDays : Self.fewestDays) else {
      return false
    }
    let shares = run.map(shareOfSends)
    return days.allSatisfy { day in
      let usual = zip(run, shares).reduce(0.0) { sum, hour in
        sum + hour.1 * Double(past[spans[hour.0].start - day * Self.day].map { source.events[$0] } ?? 0)
      }
      return usual >= Double(limits.quietEvents * run.count)
    }
  }

  /// The chance of no event at all in a run of hours.
  ///
  /// Campaigns make hours differ a hundredfold, so no curve fits them. Instead the run is taken to be like the same
  /// hours of one of the days before, each as likely as the other. The rate of each such hour is known from its count
  /// up to chance (Poisson, with the prior of H. Jeffreys, "Theory of Probability", 1961): after `c` events none come
  /// with the chance 2^-(c + 1/2). So one quiet day before makes another likely. Where fewer were sent, answers are
  /// rarer by as much.
  func chance(ofNoneIn run: [Int]) -> Double {
    let shares = run.map(shareOfSends)
    var (sum, count) = (0.0, 0.0)
    for day in days(like: run) {
      let same = run.map { past[spans[$0].start - day * Self.day] }
      guard !same.contains(nil) else { continue }
      let exponent = zip(same, shares).reduce(0.0) { sum, hour in
        sum + log1p(hour.1) * (Double(hour.0.map { source.events[$0] } ?? 0) + 0.5)
      }
      sum += exp(-exponent)
      count += 1
    }
    return count > 0 ? max(sum / count, 1e-300) : 1
  }

  /// The chance of no event at all in a run of hours, by the hours with events before it and after it.
  ///
  /// Campaigns that went out at these hours on all days before need not go out today: then all that is missed is what
  /// trickles in, as in the hours beside the run. The chance is that of a Poisson rate known from their counts, with the
  /// prior as above. A campaign in the hour after the run says nothing of it: of that hour counts what it had on each of the
  /// days before, or what the one before the run has.
  ///
  /// - Returns: where nothing came in shortly before either, 0 if the hours beside the run may lack it, too, for it was
  ///   never silent for so long, else 1.
  func chance(ofNoneBeside run: [Int]) -> Double {
    guard let first = run.first, let last = run.last,
      let before = (max(0, first - Self.near)..<first).last(where: { source.events[$0] > 0 })
    else { return isLongest(around: run) ? 0 : 1 }
    let after = (last + 1..<min(spans.count, last + 1 + Self.near)).first { source.events[$0] > 0 }
    var (events, hours) = (source.events[before], 1.0)
    if let after {
      let always = sameHours(after).map { source.events[$0] }.min() ?? 0
      events += min(source.events[after], max(always, source.events[before]))
      hours = 2
    }
    return exp(-log1p(Double(run.count) / hours) * (Double(events) + 0.5))
  }

  /// Whether nothing came in around some hours for longer than ever before.
  private func isLongest(around run: [Int]) -> Bool {
    guard let first = run.first, let last = run.last,
      let before = source.events[..<first].lastIndex(where: { $0 > 0 })
    else { return true }
    let after = source.events[last...].firstIndex { $0 > 0 } ?? source.events.endIndex
    let times = source.events[...before].indices.filter { source.events[$0] > 0 }
    return zip(times, times.dropFirst()).allSatisfy { $1 - $0 < after - before }
  }

  /// Hours that lie beside a run.
  private static let near = 3

  /// The chance of no event at all in an hour, by what followed other full hours.
  ///
  /// Answers to a campaign go on for hours, also where the same hour of other days, without a campaign before it, has
  /// few events.
  ///
  /// The hour is compared with hours of the days before, up to two hours earlier or later, that follow an hour with as
  /// many events as the one before it has; or, where that had very many, that follow the fullest quarter of hours.
  /// Their chances are as above.
  ///
  /// - Returns: 1 with fewer than ten such hours, and where all of them had more events than the one before.
  func chance(ofNoneAfterTheHourBefore hour: Int) -> Double {
    guard hour > 0 else { return 1 }
    var near: [(before: Int, events: Int)] = []
    for day in daysBack(to: 2 * Self.hour, from: hour) {
      for offset in Int64(-2)...2 {
        let start = spans[hour].start - day * Self.day + offset * Self.hour
        guard let place = past[start], let before = past[start - Self.hour] else { continue }
        near.append((source.events[before], source.events[place]))
      }
    }
    let fullness = near.map(\.before).sorted()
    guard let quietest = fullness.first, source.events[hour - 1] >= quietest else { return 1 }
    let least = min(source.events[hour - 1], fullness[fullness.count * 3 / 4])
    let alike = near.filter { $0.before >= least }
    guard alike.count >= 10 else { return 1 }
    let sum = alike.reduce(0.0) { $0 + exp2(-(Double($1.events) + 0.5)) }
    return max(sum / Double(alike.count), 1e-300)
  }

  /// The events that come in some hours on a usual day.
  func events(in hours: [Int]) -> Double {
    hours.reduce(0) { sum, hour in
      let same = sameHours(hour)
      return sum + Double(same.reduce(0) { $0 + source.events[$1] }) / Double(max(1, same.count))
    }
  }

  private func sameHours(_ hour: Int) -> [Int] {
    daysBack(to: 0, from: hour).compactMap { past[spans[hour].start - $0 * Self.day] }
  }

  /// How many days before a run the days lie that it is compared with.
  private func days(like run: [Int]) -> [Int64] {
    let isWorking = comparesWorkingDays(run)
    return run.first.map { knownDays(before: $0, onlyWorking: isWorking) } ?? []
  }

  /// Whether hours of a working day are compared with working days only.
  ///
  /// That takes two hours, as one may be empty between two campaigns, and all AppKeys, as one may rest for a day.
  private func comparesWorkingDays(_ run: [Int]) -> Bool {
    guard source.appKey.isEmpty, run.count > 1, !Weekend.contains(spans[run[0]].start) else { return false }
    return knownDays(before: run[0], onlyWorking: true).count >= Self.fewestWorkingDays
  }

  private func knownDays(before hour: Int, onlyWorking: Bool) -> [Int64] {
    daysBack(to: 0, from: hour).filter { day in
      let start = spans[hour].start - day * Self.day
      return past[start] != nil && !(onlyWorking && Weekend.contains(start))
    }
  }

  /// The number of days before an hour that there is anything to compare with: two weeks, also where years are judged.
  ///
  /// - Parameter slack: milliseconds that what is compared may lie off the same hour.
  private func daysBack(to slack: Int64, from hour: Int) -> Range<Int64> {
    guard let pastSpan else { return 0..<0 }
    let start = spans[hour].start
    let nearest = max(1, (start - pastSpan.upperBound - slack) / Self.day)
    return nearest..<max(nearest, (start - pastSpan.lowerBound + slack) / Self.day + 1)
  }

  /// The sends of an hour as a share of the usual ones, at most 1; 1 for what does not answer sends.
  private func shareOfSends(_ hour: Int) -> Double {
    guard let sends = source.sends else { return 1 }
    let same = sameHours(hour)
    let usual = same.reduce(0.0) { $0 + Double(sends[$1]) } / Double(max(1, same.count))
    return usual > 0 ? min(1, Double(sends[hour]) / usual) : 0
  }
}
