/// Puts the events of batches into the order in which a ledger merges them: message, device, time, kind; of equal ones the
/// one that was read first.
///
/// A radix sort over 32 bits, those of the message's number and as many of the device as are left, brings nearly all
/// events to their place; then each event is moved once. What shares the 32 bits is mostly the two or three events of
/// one delivery, which an insertion sort puts right where they lie.
///
/// The scratch memory is kept from batch to batch.
package struct BatchSorter: Sendable {
  private var order = RadixOrder()
  private var sorted: [BatchEvent] = []

  /// Bytes of scratch memory for each event of the largest batch.
  package static let bytesPerEvent = RadixOrder.bytesPerPlace + MemoryLayout<BatchEvent>.stride

  package init() {}

  /// Sorts the events of `batch` in place.
  ///
  /// - Complexity: O(*n*), but O(*k* log *k*) for *k* events whose device ids begin alike.
  package mutating func sort(_ batch: inout EventBatch) {
    guard batch.events.count > 1 else { return }
    fillKeys(batch)
    order.sort()
    sorted.removeAll(keepingCapacity: true)
    order.add(batch.events, to: &sorted)
    swap(&batch.events, &sorted)
    // Events whose keys are equal still have to be compared in full.
    let texts = batch.deviceTexts
    order.forEachTie { range in
      batch.events.sort(range) { left, right in
        left.isBeside(right) ? left.moment < right.moment : Self.precedes(left, right, texts)
      }
    }
  }

  /// 32 bits of each event's key.
  private mutating func fillKeys(_ batch: EventBatch) {
    var messageBits: UInt64 = 0
    while batch.messageIDs.count > 1 << messageBits { messageBits += 1 }
    // The device id's bits that there is room for, behind one that puts texts before packed ids, as SQLite does.
    let deviceBits = 31 - messageBits
    order.removeAll(reserving: batch.events.count)
    for event in batch.events {
      let device = event.device
      let key =
        UInt64(event.message) << (deviceBits + 1) | (device.isText ? 0 : 1) << deviceBits
        | device.high >> (64 - deviceBits)
      order.append(UInt32(key))
    }
  }

  /// Of events that do not belong to one push on one device: few, so that it is not made a part of the sorting.
  @inline(never)
  private static func precedes(_ left: BatchEvent, _ right: BatchEvent, _ texts: ByteDictionary) -> Bool {
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
