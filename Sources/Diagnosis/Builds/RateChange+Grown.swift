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
    let names = [\Segment.osVersion, \Segment.appVersion].flatMap { part in
      Set(parts.keys.map { $0[keyPath: part] }).subtracting([""]).sorted().map { name in
        let own = parts.filter { $0.key[keyPath: part] == name }.values.map(\.shift).sorted().reduce(0, +)
        let has = { (key: Segment) in key[keyPath: part] == name }
        let growth = Self.share(of: has, in: after) - Self.share(of: has, in: before)
        var segment = Segment(appVersion: "", osVersion: "")
        segment[keyPath: part] = name
        return (segment: segment, growth: growth, shift: own)
      }
    }
    let most = names.filter { $0.growth > 0 }.min { $0.shift < $1.shift }
    return most.flatMap { $0.shift <= 0.4 * shift ? $0.segment : nil }
  }

  private static func share(of has: (Segment) -> Bool, in rates: [Segment: Rate]) -> Double {
    let all = rates.values.reduce(0) { $0 + $1.denominator }
    let own = rates.reduce(0) { $0 + (has($1.key) ? $1.value.denominator : 0) }
    return Rate(own, of: all).value ?? 0
  }
}
