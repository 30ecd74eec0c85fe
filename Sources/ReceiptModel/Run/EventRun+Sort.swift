extension EventRun {
  /// The places of the events in the order in which a ledger merges them: message, device, AppKey, time, kind.
  ///
  /// A radix sort over the message and the first 44 bits of the device brings each delivery's events together; the few
  /// that share those bits are compared in full.
  ///
  /// - Complexity: O(*n*), but O(*k* log *k*) for *k* events of one delivery.
  package func sortedOrder() -> [UInt32] {
    var keys = events.map { UInt64($0.message) << 44 | $0.device.high >> 20 }
    var order = Array(UInt32(0)..<UInt32(events.count))
    radixSort(&keys, &order)
    // Captured by itself: a closure over the whole run would retain each of its dictionaries for every delivery.
    let events = events
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] == keys[start] { end += 1 }
      if end - start > 1 {
        order[start..<end].sort { Self.precedes(events[Int($0)], events[Int($1)]) }
      }
      start = end
    }
    return order
  }

  private static func precedes(_ left: RunEvent, _ right: RunEvent) -> Bool {
    if left.message != right.message { return left.message < right.message }
    if left.device != right.device { return left.device < right.device }
    if left.app != right.app { return left.app < right.app }
    if left.time != right.time { return left.time < right.time }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    return left.detail < right.detail
  }

  private func radixSort(_ keys: inout [UInt64], _ order: inout [UInt32]) {
    var otherKeys = keys
    var otherOrder = order
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      var starts = InlineArray<257, Int>(repeating: 0)
      for key in keys { starts[Int(key >> shift & 255) + 1] += 1 }
      // All keys share this byte: there is nothing to move.
      if (0..<256).contains(where: { starts[$0 + 1] == keys.count }) { continue }
      for byte in 1...256 { starts[byte] += starts[byte - 1] }
      for index in keys.indices {
        let byte = Int(keys[index] >> shift & 255)
        otherKeys[starts[byte]] = keys[index]
        otherOrder[starts[byte]] = order[index]
        starts[byte] += 1
      }
      swap(&keys, &otherKeys)
      swap(&order, &otherOrder)
    }
  }
}

extension DeviceKey: Comparable {
  package static func < (left: DeviceKey, right: DeviceKey) -> Bool {
    if left.high != right.high { return left.high < right.high }
    if left.low != right.low { return left.low < right.low }
    return left.text < right.text
  }
}
