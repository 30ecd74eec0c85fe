/// The order of places by keys of 32 bits: a radix sort in three passes over pairs of key and place.
///
/// What has equal keys stays in order, lies together, and has still to be compared in full.
///
/// The memory is kept from order to order.
package struct RadixOrder: Sendable {
  @usableFromInline
  package private(set) var pairs: [UInt64] = []
  private var otherPairs: [UInt64] = []

  /// Bytes of memory for each place.
  package static let bytesPerPlace = 2 * MemoryLayout<UInt64>.stride

  package init() {}

  /// Begins anew.
  package mutating func removeAll(reserving count: Int) {
    pairs.removeAll(keepingCapacity: true)
    pairs.reserveCapacity(count)
  }

  /// Adds the next place, from 0, with its key.
  package mutating func append(_ key: UInt32) {
    pairs.append(UInt64(key) << 32 | UInt64(pairs.count))
  }

  /// Sorts the pairs by their keys, eleven bits at a time from the lowest.
  package mutating func sort() {
    let missing = pairs.count - otherPairs.count
    if missing > 0 { otherPairs.append(contentsOf: repeatElement(0, count: missing)) }
    otherPairs.removeLast(max(0, -missing))
    for shift in stride(from: UInt64(32), to: 64, by: 11) {
      var starts = InlineArray<2049, Int>(repeating: 0)
      for pair in pairs { starts[Int(pair >> shift & 2047) + 1] += 1 }
      for digit in 1...2048 { starts[digit] += starts[digit - 1] }
      for pair in pairs {
        let digit = Int(pair >> shift & 2047)
        otherPairs[starts[digit]] = pair
        starts[digit] += 1
      }
      swap(&pairs, &otherPairs)
    }
  }

  /// The place that comes at a position of the order.
  package func place(_ position: Int) -> Int { Int(pairs[position] & 0xFFFF_FFFF) }

  /// Adds the elements of an array at the places, in their order.
  @inlinable
  package func add<Element>(_ elements: [Element], to sorted: inout [Element]) {
    sorted.reserveCapacity(sorted.count + pairs.count)
    for pair in pairs { sorted.append(elements[Int(pair & 0xFFFF_FFFF)]) }
  }

  /// Puts places with the same key in the order that a comparison of places says.
  package mutating func sortTies(by precedes: (Int, Int) -> Bool) {
    var ties: [Range<Int>] = []
    forEachTie { ties.append($0) }
    for tie in ties {
      pairs.sort(tie) { precedes(Int($0 & 0xFFFF_FFFF), Int($1 & 0xFFFF_FFFF)) }
    }
  }

  /// Calls `body` with each range of the order whose places have the same key.
  package func forEachTie(_ body: (Range<Int>) -> Void) {
    var start = 0
    while start < pairs.count {
      var end = start + 1
      while end < pairs.count, pairs[end] >> 32 == pairs[start] >> 32 { end += 1 }
      if end - start > 1 { body(start..<end) }
      start = end
    }
  }
}

extension Array {
  /// Sorts a range in place; equal elements stay in order.
  ///
  /// An insertion sort for the few, the library's for many.
  @inlinable
  package mutating func sort(_ range: Range<Int>, by precedes: (Element, Element) -> Bool) {
    guard range.count <= 16 else {
      let sorted = self[range].enumerated().sorted {
        precedes($0.element, $1.element) || !precedes($1.element, $0.element) && $0.offset < $1.offset
      }
      for (offset, position) in sorted.enumerated() { self[range.lowerBound + offset] = position.element }
      return
    }
    for next in range.dropFirst() {
      guard precedes(self[next], self[next - 1]) else { continue }
      let element = self[next]
      var place = next
      repeat {
        self[place] = self[place - 1]
        place -= 1
      } while place > range.lowerBound && precedes(element, self[place - 1])
      self[place] = element
    }
  }
}
