import ReceiptModel

/// The rate of one part of an AppKey's sends, beside that of the rest.
struct PartDeviation {
  var appKey: String
  var property: Parts.Property
  var name: String
  var metric: Metric
  var comparison: RateComparison
  /// Whether the others are compared without it.
  var standsOut = false

  /// One for each part that has something to compare with; those of parts that stand out come first.
  ///
  /// A broken part would lower the rest of every sound one, and make the sound one look too good. So the part that
  /// stands out most is taken away first, and the others are compared without it.
  static func all(_ parts: Parts, _ metric: Metric) -> [PartDeviation] {
    var rest = metric.rate(parts.total)
    var left = parts.largest(most).compactMap { part -> (name: String, rate: Rate)? in
      let rate = metric.rate(part.counts)
      return rate.denominator > 0 ? (part.name, rate) : nil
    }
    let limit = suspicious / Double(max(1, left.count))
    var found: [PartDeviation] = []
    while true {
      let compared = left.map { part in
        (part: part, comparison: RateComparison(part.rate, rest.without(part.rate)))
      }
      .filter { $0.comparison.other.denominator > 0 }
      let deviations = compared.map { part, comparison in
        PartDeviation(
          appKey: parts.appKey, property: parts.property, name: part.name, metric: metric,
          comparison: comparison)
      }
      let most = deviations.filter { $0.comparison.chance <= limit }
        .max { $0.prominence < $1.prominence }
      guard var standsOut = most else { return found + deviations }
      standsOut.standsOut = true
      found.append(standsOut)
      rest = rest.without(standsOut.comparison.own)
      left.removeAll { $0.name.hasSameBytes(as: standsOut.name) }
    }
  }

  /// When only two parts differ from each other, the smaller one stands out.
  private var prominence: (Double, Int) { (abs(comparison.difference), -comparison.own.denominator) }

  /// Parts beyond these are in the rest only: what names a part may come from a device.
  private static let most = 50
  /// The chance below which a part is taken out of the rest, over all parts of one property.
  private static let suspicious = 0.05
}

extension Parts {
  /// Those with the most sends, in order.
  fileprivate func largest(_ count: Int) -> [(name: String, counts: Counts)] {
    let sorted = self.counts.sorted { size($0.counts) > size($1.counts) }
    return Array(sorted.prefix(count))
  }
}

extension Rate {
  fileprivate func without(_ part: Rate) -> Rate {
    Rate(numerator - part.numerator, of: denominator - part.denominator)
  }
}
