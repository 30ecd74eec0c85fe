import ReceiptModel

/// Pushes to devices in memory, with what a push has no room for.
struct DevicePushes {
  private(set) var pushes: [PackedPush] = []
  /// Device ids that are no packed ones.
  private(set) var texts: [UInt8] = []
  /// Of each push that has rare facts how many further acks it has, when it was acked, the latency, and these acks.
  private(set) var rare: [Int64] = []

  var byteCount: Int { pushes.count * MemoryLayout<PackedPush>.stride + texts.count + rare.count * 8 }

  mutating func reserve(bytes: Int) { pushes.reserveCapacity(bytes / MemoryLayout<PackedPush>.stride) }

  mutating func append(_ delivery: borrowing PassedDelivery, of message: Int64, origin: UInt32) {
    var push = PackedPush(
      app: delivery.app, origin: origin, message: message, sentAt: delivery.state.time(.sent),
      isOpened: delivery.facts.isOpened, isConfirmed: delivery.state.isConfirmed(delivery.traits))
    if let latency = delivery.facts.ackLatency { addAck(of: delivery.state, latency, to: &push) }
    switch delivery.device {
    case .packed(let high, let low): push.setDevice(high: high, low: low)
    case .text(let bytes):
      push.setDevice(bytes, at: texts.count)
      texts += bytes
    }
    pushes.append(push)
  }

  private mutating func addAck(of state: borrowing DeliveryState, _ latency: Int64, to push: inout PackedPush)
  {
    let ackedAt = state.time(.extAck)
    let further = state.hasBesides ? state.repeats.filter { $0.kind == .extAck }.map(\.time) : []
    if further.isEmpty, latency == ackedAt &- push.sentAt, let short = Int32(exactly: latency) {
      push.setAck(after: short)
    } else {
      push.rarePlace = rare.count
      rare += [Int64(further.count), ackedAt, latency] + further
    }
  }

  /// Gives the pushes in the order of AppKeys, devices and sends, those of one moment in any, and forgets them.
  ///
  /// - Parameter order: memory to sort in.
  mutating func takeSorted(_ order: inout RadixOrder) -> DevicePushes {
    fillKeys(&order)
    order.sort()
    var sorted = DevicePushes()
    order.add(pushes, to: &sorted.pushes)
    order.forEachTie { range in
      sorted.pushes.sort(range) { one, other in
        if let precedes = one.precedes(other) { return precedes }
        let (text, otherText) = (texts[one.textRange], texts[other.textRange])
        return text == otherText ? one.sentAt < other.sentAt : text.lexicographicallyPrecedes(otherText)
      }
    }
    if !texts.isEmpty || !rare.isEmpty { sorted.take(texts, rare) }
    pushes.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    rare.removeAll(keepingCapacity: true)
    return sorted
  }

  /// 32 bits of each push's key: the AppKey, a bit that puts texts before packed ids, and as much of the id as has room.
  private func fillKeys(_ order: inout RadixOrder) {
    let lastApp = UInt64(pushes.reduce(0) { max($0, $1.app) })
    let appBits = UInt64(64 - lastApp.leadingZeroBitCount)
    order.removeAll(reserving: pushes.count)
    for push in pushes {
      let app = UInt64(push.app) << (64 - appBits)
      let device = (push.isText ? 0 : 1) << (63 - appBits) | push.high >> (appBits + 1)
      order.append(UInt32((app | device) >> 32))
    }
  }

  /// Takes texts and rare facts over in the order of its pushes.
  private mutating func take(_ unsortedTexts: [UInt8], _ unsortedRare: [Int64]) {
    for place in pushes.indices {
      if pushes[place].isText {
        let text = pushes[place].textRange
        pushes[place].moveText(to: texts.count)
        texts += unsortedTexts[text]
      }
      if let facts = pushes[place].rarePlace {
        pushes[place].rarePlace = rare.count
        rare += unsortedRare[facts..<facts + 3 + Int(unsortedRare[facts])]
      }
    }
  }
}
