/// Values by reference, as many as there is room for.
///
/// References with the same lowest bits share one place, which holds the last of them. So a ledger with few values has
/// all of them at hand, and one with millions of them looks them up again and needs no more memory.
struct ReferenceMemo<Value> {
  /// -1 is free.
  private var references: [Int64] = []
  private var values: [Value] = []

  /// Places; a power of two.
  static var limit: Int { 131_072 }

  /// What was set last for the reference, unless another took its place since.
  @inline(__always)
  subscript(_ reference: Int64) -> Value? {
    let place = Self.place(of: reference)
    guard place < references.count, references[place] == reference else { return nil }
    return values[place]
  }

  mutating func set(_ value: Value, for reference: Int64) {
    let place = Self.place(of: reference)
    let missing = place + 1 - references.count
    if missing > 0 {
      references.append(contentsOf: repeatElement(-1, count: missing))
      values.append(contentsOf: repeatElement(value, count: missing))
    }
    references[place] = reference
    values[place] = value
  }

  @inline(__always)
  private static func place(of reference: Int64) -> Int {
    Int(truncatingIfNeeded: reference) & (limit - 1)
  }
}
