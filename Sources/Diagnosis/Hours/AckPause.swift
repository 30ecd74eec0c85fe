import Glibc
import ReceiptModel

/// Hours in which no ack of any AppKey came in, between hours in which some did.
///
/// Acks of a campaign go on to come for hours, fewer in each. So they show an outage also where hardly anything was sent,
/// or where silent pushes may explain why what was sent has none.
struct AckPause: Sendable {
  /// Milliseconds UTC; the end is excluded.
  var start: Int64
  var end: Int64
  /// Acks that came in the hour before it and in the one after it.
  var before: Int
  var after: Int
  var chance: Double
  var opens: LowAcks.Opens
  /// The pushes that were sent in it, by AppKey.
  var parts: [LowHours]

  /// Fewer hours with as many acks before them say nothing about what follows on these.
  private static let fewestAlike = 10

  /// The pauses that touch the judged days, in order, each with the chance of one as unlikely anywhere in these days.
  ///
  /// A pause ends when acks come in again: until then it may be that the log of acks has not come so far.
  static func all(_ apps: [UnansweredHours.App], _ evidence: Evidence) -> [AckPause] {
    let stream = Stream(evidence)
    let usual = UsualHours(QuietSource(appKey: "", kind: .extAck, events: stream.acks), evidence)
    let judged = evidence.judgedHours
    var pauses: [AckPause] = []
    var place = 1
    while let first = stream.acks[min(place, stream.acks.count)...].firstIndex(of: 0) {
      guard let after = stream.acks[first...].firstIndex(where: { $0 > 0 }) else { break }
      place = after
      let hours = first..<after
      guard stream.acks[first - 1] > 0, hours.count < LowAcks.longest, hours.contains(where: judged.contains),
        hours.allSatisfy({ evidence.isWhole($0) && stream.others[$0] > 0 }),
        let chance = stream.chance(ofNoneIn: hours)
      else { continue }
      let both = max(chance, usual.chance(ofNoneBeside: Array(hours)))
      let (start, end) = (evidence.hours[first].start, evidence.hours[after].start)
      pauses.append(
        AckPause(
          start: start, end: end, before: stream.acks[first - 1], after: stream.acks[after],
          chance: min(1, both * Double(judged.count)), opens: stream.opens(in: hours),
          parts: parts(of: apps, start, end)))
    }
    return pauses
  }

  private static func parts(of apps: [UnansweredHours.App], _ start: Int64, _ end: Int64) -> [LowHours] {
    apps.compactMap { app in
      let sent = app.hours.filter { $0.start >= start && $0.end <= end }.ackRate
      guard sent.denominator > 0 else { return nil }
      return LowHours(
        appKey: app.appKey, start: start, end: end, hits: sent.numerator, count: sent.denominator)
    }
  }

  /// What came in and was sent, by place in `Evidence.hours`.
  private struct Stream {
    var acks: [Int]
    var opened: [Int]
    /// Events of all other kinds, opens among them.
    var others: [Int]
    /// Pushes that can be acked, of AppKeys that have acks.
    var sends: [Int]

    init(_ evidence: Evidence) {
      let sources = QuietSource.all(evidence)
      func sum(_ events: [[Int]]) -> [Int] {
        evidence.hours.indices.map { place in events.reduce(0) { $0 + $1[place] } }
      }
      let ofAcks = sources.filter { $0.kind == .extAck }
      acks = sum(ofAcks.map(\.events))
      sends = sum(ofAcks.compactMap(\.sends))
      opened = sum(sources.filter { $0.kind == .opened }.map(\.events))
      others = sum(sources.filter { $0.kind != nil && $0.kind != .extAck }.map(\.events))
    }

    /// The chance of no ack at all in some hours, by what followed on other hours with as many acks as the one before.
    ///
    /// These are earlier hours that had as many or up to twice as many, or, where it had very many, are of the fullest
    /// quarter, and after which no more was sent in as many hours. A rate is known from its count up to chance, as in
    /// `UsualHours`: after `c` acks none come with the chance 2^-(c + 1/2).
    ///
    /// - Returns: `nil` where too few hours are alike.
    func chance(ofNoneIn hours: Range<Int>) -> Double? {
      guard let known = acks.firstIndex(where: { $0 > 0 }), known < hours.lowerBound - hours.count else {
        return nil
      }
      let earlier = known..<hours.lowerBound - hours.count
      let fullness = earlier.map { acks[$0] }.sorted()
      let (before, full) = (acks[hours.lowerBound - 1], fullness[fullness.count * 3 / 4])
      let alike = before < full ? before...2 * before : full...Int.max
      let sent = hours.reduce(0) { $0 + sends[$1] }
      let followed = earlier.compactMap { place -> Int? in
        let following = place + 1...place + hours.count
        guard alike.contains(acks[place]), following.reduce(0, { $0 + sends[$1] }) <= sent else { return nil }
        return following.reduce(0) { $0 + acks[$1] }
      }
      guard followed.count >= AckPause.fewestAlike else { return nil }
      let chance = followed.reduce(0.0) { $0 + exp2(-(Double($1) + 0.5)) } / Double(followed.count)
      return max(chance, 1e-300)
    }

    /// Whether opens went on, by those of the hours beside.
    func opens(in hours: Range<Int>) -> LowAcks.Opens {
      let beside = opened[hours.lowerBound - 1] + opened[hours.upperBound]
      // What is counted are opens of these hours, whenever their push was sent, so none is still to come.
      return LowAcks.Opens(
        hours.reduce(0) { $0 + opened[$1] }, usual: Double(beside * hours.count) / 2, until: 0, asOf: .max)
    }
  }
}
