import ReceiptModel

/// The counters of the facts that were met last: millions of deliveries have a few dozen different ones.
struct KnownCounts {
  private static let size = 256
  private var facts = Array(repeating: CountedFacts.nobody, count: size)
  private var sets = Array(repeating: CountSet(bits: 0), count: size)

  mutating func of(_ facts: CountedFacts) -> CountSet {
    let place = Int((facts.rawValue &* 0x9E37_79B1) >> 24)
    if self.facts[place] != facts {
      self.facts[place] = facts
      sets[place] = CountSet(facts)
    }
    return sets[place]
  }
}

extension CountedFacts {
  /// What no delivery has.
  fileprivate static let nobody = CountedFacts(rawValue: .max)
}
