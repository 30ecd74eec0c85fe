extension ByteDictionary {
  /// A 64-bit mix of the bytes of `range`; the same in every process, unlike `Hasher`, and in every version, since
  /// ledgers hold it.
  package static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>, seed: UInt64) -> UInt64 {
    var state = seed ^ 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: range.count)
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      state = mix(state ^ bytes.word(at: index))
      index &+= 8
    }
    var tail: UInt64 = 0
    while index < range.upperBound {
      tail = tail << 8 | UInt64(bytes[index])
      index += 1
    }
    return mix(state ^ tail)
  }

  /// The finalizer of splitmix64.
  package static func mix(_ value: UInt64) -> UInt64 {
    var state = value
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return state ^ (state >> 31)
  }
}
