import ReceiptModel

extension RateChange {
  /// The app version or OS version that has grown and by that lowered the rate most, where it is most of the shift.
  ///
  /// All others lose what one part gains, so its own part of the shift is about half of it.
  ///
  /// - Parameters:
  ///   - before: the rates of the segments, and `after` those of now.
  static func grown(
    _ parts: [Segment: Standardisation.Split], before: [Segment: Rate], after: [Segment: Rate]
  ) -> Segment? {
    let shift = parts.values.map(\.shift).sorted().reduce(0, +)
    guard shift < 0 else { return nil }
    let systems = growths(parts, before, after) { Segment(appVersion: "", osVersion: $0.osVersion) }
    let versions = growths(parts, before, after) { Segment(appVersion: $0.appVersion, osVersion: "") }
    let most = (systems + versions).filter { $0.growth > 0 }.min { $0.shift < $1.shift }
    return most.flatMap { $0.shift <= 0.4 * shift ? $0.segment : nil }
  }

  /// The growth and the shift of the segments that are the same but for one of their versions.
  private typealias Growth = (segment: Segment, growth: Double, shift: Double)

  /// - Parameter name: a segment by what it is known by here.
  /// - Returns: those that have a name, in the order of their names.
  private static func growths(
    _ parts: [Segment: Standardisation.Split], _ before: [Segment: Rate], _ after: [Segment: Rate],
    by name: (Segment) -> Segment
  ) -> [Growth] {
    var shifts: [Segment: [Double]] = [:]
    for (segment, part) in parts { shifts[name(segment), default: []].append(part.shift) }
    shifts[Segment(appVersion: "", osVersion: "")] = nil
    let (old, new) = (shares(before, by: name), shares(after, by: name))
    return shifts.sorted { ($0.key.osVersion, $0.key.appVersion) < ($1.key.osVersion, $1.key.appVersion) }
      .map { segment, shifts in
        (segment, (new[segment] ?? 0) - (old[segment] ?? 0), shifts.sorted().reduce(0, +))
      }
  }

  /// The part of all sends that goes to each name.
  private static func shares(_ rates: [Segment: Rate], by name: (Segment) -> Segment) -> [Segment: Double] {
    var sends: [Segment: Int] = [:]
    for (segment, rate) in rates { sends[name(segment), default: 0] += rate.denominator }
    let all = sends.values.reduce(0, +)
    return sends.mapValues { Rate($0, of: all).value ?? 0 }
  }
}
