/// Puts the events of batches into the order in which a ledger merges them: message, device, time, kind; of equal ones the
/// one that was read first.
///
/// A radix sort over 32 bits, those of the message's number and as many of the device as are left, brings nearly all
/// events to their place in three passes over pairs of key and position; then each event is moved once. What shares
/// the 32 bits is mostly the two or three events of one delivery, which an insertion sort puts right where they lie.
///
/// The scratch memory is kept from batch to batch.
package struct BatchSorter: Sendable {
  private var pairs: [UInt64] = []
  private var otherPairs: [UInt64] = []
  private var sorted: [BatchEvent] = []

  /// Bytes of scratch memory for each event of the largest batch.
  package static let bytesPerEvent = 2 * MemoryLayout<UInt64>.stride + MemoryLayout<BatchEvent>.stride

  package init() {}

  /// Sorts the events of `batch` in place.
  ///
  /// - Complexity: O(*n*), but O(*k* log *k*) for *k* events whose device ids begin alike.
  package mutating func sort(_ batch: inout EventBatch) {
    guard batch.events.count > 1 else { return }
    fillPairs(batch)
    radixSort()
    sorted.removeAll(keepingCapacity: true)
    sorted.reserveCapacity(batch.events.count)
    for pair in pairs { sorted.append(batch.events[Int(pair & 0xFFFF_FFFF)]) }
    swap(&batch.events, &sorted)
    sortEqualKeys(&batch)
  }

  /// A pair for each event: 32 bits of its key above its position.
  private mutating func fillPairs(_ batch: EventBatch) {
    var messageBits: UInt64 = 0
    while batch.messageIDs.count > 1 << messageBits { messageBits += 1 }
    // The device id's bits that there is room for, behind one that puts texts before packed ids, as SQLite does.
    let deviceBits = 31 - messageBits
    pairs.removeAll(keepingCapacity: true)
    pairs.reserveCapacity(batch.events.count)
    for (position, event) in batch.events.enumerated() {
      let device = event.device
      let key =
        UInt64(event.message) << (deviceBits + 1) | (device.isText ? 0 : 1) << deviceBits
        | device.high >> (64 - deviceBits)
      pairs.append(key << 32 | UInt64(position))
    }
  }

  /// Sorts the pairs by their keys, eleven bits at a time from the lowest; equal keys stay in order.
  private mutating func radixSort() {
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

  /// Events whose pairs have equal keys lie together and still have to be compared in full.
  private func sortEqualKeys(_ batch: inout EventBatch) {
    var start = 0
    while start < pairs.count {
      var end = start + 1
      while end < pairs.count, pairs[end] >> 32 == pairs[start] >> 32 { end += 1 }
      if end - start > 1 { Self.sort(&batch.events, start..<end, batch.deviceTexts) }
      start = end
    }
  }

  /// An insertion sort for the few, the library's for many.
  private static func sort(_ events: inout [BatchEvent], _ range: Range<Int>, _ texts: ByteDictionary) {
    guard range.count <= 16 else {
      let positions = Array(events[range].enumerated()).sorted {
        precedes($0.element, $1.element, texts)
          || !precedes($1.element, $0.element, texts) && $0.offset < $1.offset
      }
      for (offset, position) in positions.enumerated() {
        events[range.lowerBound + offset] = position.element
      }
      return
    }
    for next in range.dropFirst() {
      guard precedes(events[next], events[next - 1], texts) else { continue }
      let event = events[next]
      var place = next
      repeat {
        events[place] = events[place - 1]
        place -= 1
      } while place > range.lowerBound && precedes(event, events[place - 1], texts)
      events[place] = event
    }
  }

  private static func precedes(_ left: BatchEvent, _ right: BatchEvent, _ texts: ByteDictionary) -> Bool {
    if left.isBeside(right) { return left.moment < right.moment }
    if left.message != right.message { return left.message < right.message }
    let (device, other) = (left.device, right.device)
    if device.isText != other.isText { return device.isText }
    if device.high != other.high { return device.high < other.high }
    guard device.isText else { return device.low < other.low }
    return texts.bytes(UInt32(device.low)).lexicographicallyPrecedes(texts.bytes(UInt32(other.low)))
  }
}

extension EventBatch {
  /// The batch with its events in the order of a `BatchSorter`.
  package func sorted() -> EventBatch {
    var batch = self
    var sorter = BatchSorter()
    sorter.sort(&batch)
    return batch
  }
}
