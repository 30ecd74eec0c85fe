/// Entries of several values, each ended by a NUL byte, found without being put together first.
///
///     values  "3.1.0" "iOS" "" "apple"        entry  3.1.0␀iOS␀␀apple␀
///
/// The hash is taken of the values where they stand, and they are compared with the entry one by one. The NULs between
/// them need no look: an entry of the same length has as many, no value holds one, so they can only stand where no
/// value was compared.
extension ByteDictionary {
  /// The number of the entry that holds `first` and its NUL, adding it if it is new.
  ///
  /// A dictionary takes either such entries or single ranges, and always as many values, which are ranges of `bytes`
  /// without NUL. There is a function for each number of values, so that each is made without a loop over them.
  package mutating func intern(_ bytes: Span<UInt8>, joining first: Range<Int>) -> UInt32 {
    intern(bytes, nil, first, nil, nil, nil)
  }

  /// The number of the entry that holds the values, each ended by a NUL, adding it if it is new.
  package mutating func intern(
    _ bytes: Span<UInt8>, joining first: Range<Int>, _ second: Range<Int>
  ) -> UInt32 {
    intern(bytes, nil, first, second, nil, nil)
  }

  /// The number of the entry that holds the values, each ended by a NUL, adding it if it is new.
  ///
  /// An empty third is only a NUL more in the entry, and in the length that goes into its hash.
  package mutating func intern(
    _ bytes: Span<UInt8>, joining first: Range<Int>, _ second: Range<Int>, _ third: Range<Int>
  ) -> UInt32 {
    third.isEmpty
      ? intern(bytes, nil, first, second, nil, nil, emptyValues: 1)
      : intern(bytes, nil, first, second, third, nil)
  }

  /// The number of the entry that holds the values, each ended by a NUL, adding it if it is new.
  ///
  /// - Parameter lead: eight bytes that the entry begins with, as a word.
  package mutating func intern(
    _ bytes: Span<UInt8>, behind lead: UInt64, joining first: Range<Int>, _ second: Range<Int>,
    _ third: Range<Int>
  ) -> UInt32 {
    intern(bytes, lead, first, second, third, nil)
  }

  /// The number of the entry that holds the values, each ended by a NUL, adding it if it is new.
  package mutating func intern(
    _ bytes: Span<UInt8>, joining first: Range<Int>, _ second: Range<Int>, _ third: Range<Int>,
    _ fourth: Range<Int>
  ) -> UInt32 {
    intern(bytes, nil, first, second, third, fourth)
  }
}

// MARK: - One for all

extension ByteDictionary {
  /// What is `nil` at the call costs nothing, because this is made anew in each of its callers.
  ///
  /// - Parameter emptyValues: values without bytes behind the others.
  @inline(__always)
  private mutating func intern(
    _ bytes: Span<UInt8>, _ lead: UInt64?, _ first: Range<Int>, _ second: Range<Int>?, _ third: Range<Int>?,
    _ fourth: Range<Int>?, emptyValues: Int = 0
  ) -> UInt32 {
    guard isRoomy(first, bytes), isRoomy(second, bytes), isRoomy(third, bytes), isRoomy(fourth, bytes) else {
      return internCopies(bytes, lead, [first, second, third, fourth], emptyValues)
    }
    var hash = key.start ^ (lead ?? 0)
    var length = (lead == nil ? 0 : 8) &+ emptyValues
    add(first, of: bytes, &hash, &length)
    add(second, of: bytes, &hash, &length)
    add(third, of: bytes, &hash, &length)
    add(fourth, of: bytes, &hash, &length)
    hash = key.fold(hash, UInt64(truncatingIfNeeded: length))

    var slot = Int(truncatingIfNeeded: hash >> 32)
    while let (start, knownLength, entry) = next(hash, &slot) {
      var place = start
      if knownLength == length, holds(lead, &place), holds(bytes, first, &place),
        holds(bytes, second, &place), holds(bytes, third, &place), holds(bytes, fourth, &place)
      {
        return entry
      }
    }
    return add(bytes, lead, [first, second, third, fourth], emptyValues, hash)
  }

  @inline(__always)
  private func isRoomy(_ value: Range<Int>?, _ bytes: Span<UInt8>) -> Bool {
    value.map { Self.isRoomy($0, bytes) } ?? true
  }

  // The three below are sound because there is room behind each value, and behind each entry too.

  @inline(__always)
  private func add(
    _ value: Range<Int>?, of bytes: Span<UInt8>, _ hash: inout UInt64, _ length: inout Int
  ) {
    guard let value else { return }
    hash = unsafe bytes.uncheckedHash(value, after: hash, by: key)
    length &+= value.count &+ 1
  }

  /// Whether an entry goes on with `lead` at `place`, which is moved behind it.
  @inline(__always)
  private func holds(_ lead: UInt64?, _ place: inout Int) -> Bool {
    guard let lead else { return true }
    defer { place &+= 8 }
    return unsafe arena.span.uncheckedWord(at: place) == lead
  }

  /// Whether an entry goes on with `value` at `place`, which is moved behind it and its NUL.
  @inline(__always)
  private func holds(_ bytes: Span<UInt8>, _ value: Range<Int>?, _ place: inout Int) -> Bool {
    guard let value else { return true }
    defer { place &+= value.count &+ 1 }
    return unsafe arena.span.uncheckedHolds(at: place, bytes, value)
  }

  /// The same for values without room behind them, which are put together first.
  @inline(never)
  private mutating func internCopies(
    _ bytes: Span<UInt8>, _ lead: UInt64?, _ values: InlineArray<4, Range<Int>?>, _ emptyValues: Int
  ) -> UInt32 {
    var copy: [UInt8] = []
    var moved = InlineArray<4, Range<Int>?>(repeating: nil)
    for index in values.indices {
      guard let value = values[index] else { continue }
      let start = copy.count
      for place in value { copy.append(bytes[place]) }
      moved[index] = start..<copy.count
    }
    copy.append(contentsOf: repeatElement(0, count: 8))
    return intern(
      copy.span, lead, moved[0] ?? 0..<0, moved[1], moved[2], moved[3], emptyValues: emptyValues)
  }

  @inline(never)
  private mutating func add(
    _ bytes: Span<UInt8>, _ lead: UInt64?, _ values: InlineArray<4, Range<Int>?>, _ emptyValues: Int,
    _ hash: UInt64
  ) -> UInt32 {
    if let lead {
      let word = (0..<8).map { UInt8(truncatingIfNeeded: lead >> UInt64($0 * 8)) }
      append(word.span, 0..<8)
    }
    for index in values.indices {
      guard let value = values[index] else { continue }
      append(bytes, value)
      appendNUL()
    }
    for _ in 0..<emptyValues { appendNUL() }
    return close(hash: hash)
  }
}
