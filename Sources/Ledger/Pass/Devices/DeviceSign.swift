import ReceiptModel

/// A device under one AppKey.
struct DeviceOfApp: RollupTableKey, Hashable {
  let app: Int64
  let device: StoredDevice

  var mixed: UInt64 {
    switch device {
    case .packed(let high, let low):
      ByteDictionary.mix(high ^ ByteDictionary.mix(low ^ UInt64(bitPattern: app)))
    case .text(let bytes): ByteDictionary.hash(bytes.span, 0..<bytes.count, seed: UInt64(bitPattern: app))
    }
  }

  static func < (left: DeviceOfApp, right: DeviceOfApp) -> Bool {
    (left.app, left.device) < (right.app, right.device)
  }
}

/// What a push says of its device, or an open of its app; a time that it does not say is 0, as no event is that old.
struct DeviceSign {
  /// When its first event was.
  var base: Int64
  var isSent = false
  var isAcked = false
  var isOpened = false
  /// When it was sent, if the extension should answer it.
  var awaitedAt: Int64 = 0
  /// An event that only the device can cause.
  var firstSign: Int64 = 0
  var lastSign: Int64 = 0
  /// An event that only who sees the push can cause, or the extension.
  var lastAnswer: Int64 = 0
  /// When a gateway last took it.
  var lastTaken: Int64 = 0
  /// When it was refused because the token is dead.
  var deadAt: Int64 = 0
  /// When it was refused because notifications are off.
  var offAt: Int64 = 0
  /// `nil` for one that names no app version.
  var build: Int64?

  /// An open of the app that names no push.
  init(appOpenAt time: Int64) { (base, firstSign, lastSign) = (time, time, time) }

  /// - Parameter category: of the reason of its failure.
  init(_ delivery: borrowing PassedDelivery, category: FailureReasons.Category?, build: Int64?) {
    base = delivery.state.base
    isSent = delivery.state.has(.sent)
    isAcked = delivery.state.has(.extAck)
    isOpened = delivery.state.has(.opened)
    self.build = build
    if isSent, delivery.traits.isAckEligible { awaitedAt = delivery.state.time(.sent) }
    switch category {
    case .tokenDead, .uninstalled: deadAt = delivery.state.firstFailure
    case .notificationsOff: offAt = delivery.state.firstFailure
    default: break
    }
    for kind in PublicView.answers where delivery.state.has(kind) { addAnswer(at: delivery.state.time(kind)) }
    let arrivalIsSign = delivery.traits.arrivalIsEvidence
    if delivery.state.has(.arrived) { addArrival(at: delivery.state.time(.arrived), isSign: arrivalIsSign) }
    if isSent { lastTaken = max(lastTaken, delivery.state.time(.sent)) }
    guard delivery.state.hasBesides else { return }
    for again in delivery.state.repeats {
      switch again.kind {
      case .sent: lastTaken = max(lastTaken, again.time)
      case .arrived: addArrival(at: again.time, isSign: arrivalIsSign)
      case let kind where PublicView.answers.contains(kind): addAnswer(at: again.time)
      default: break
      }
    }
  }

  private mutating func addAnswer(at time: Int64) {
    addSign(at: time)
    lastAnswer = max(lastAnswer, time)
    lastTaken = max(lastTaken, time)
  }

  private mutating func addArrival(at time: Int64, isSign: Bool) {
    if isSign { addSign(at: time) }
    lastTaken = max(lastTaken, time)
  }

  private mutating func addSign(at time: Int64) {
    firstSign = firstSign == 0 ? time : min(firstSign, time)
    lastSign = max(lastSign, time)
  }
}

extension DeviceSign {
  /// Adds it to packed ones, each as few bytes; times are packed as what they are later than the first event.
  func pack(into bytes: inout [UInt8]) {
    bytes.append(packed: Int(base))
    bytes.append((isSent ? 1 : 0) | (isAcked ? 2 : 0) | (isOpened ? 4 : 0))
    bytes.append(packed: Int(build ?? -1))
    let times = times
    for place in times.indices { bytes.append(packed: times[place] == 0 ? 0 : Int(times[place] - base) + 1) }
  }

  init(_ reader: inout PackedReader) {
    base = Int64(reader.number())
    let flags = reader.byte()
    (isSent, isAcked, isOpened) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
    let build = Int64(reader.number())
    self.build = build < 0 ? nil : build
    var times = InlineArray<7, Int64>(repeating: 0)
    for place in times.indices {
      let later = Int64(reader.number())
      times[place] = later == 0 ? 0 : base + later - 1
    }
    self.times = times
  }

  private var times: InlineArray<7, Int64> {
    get { [awaitedAt, firstSign, lastSign, lastAnswer, lastTaken, deadAt, offAt] }
    set {
      (awaitedAt, firstSign, lastSign, lastAnswer) = (newValue[0], newValue[1], newValue[2], newValue[3])
      (lastTaken, deadAt, offAt) = (newValue[4], newValue[5], newValue[6])
    }
  }
}

extension DeviceOfApp {
  func pack(into bytes: inout [UInt8]) {
    bytes.append(packed: Int(app))
    switch device {
    case .packed(let high, let low):
      bytes.append(packed: -1)
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: high >> UInt64(shift)))
      }
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: low >> UInt64(shift)))
      }
    case .text(let text):
      bytes.append(packed: text.count)
      bytes += text
    }
  }

  init(_ reader: inout PackedReader) {
    app = Int64(reader.number())
    let count = reader.number()
    if count < 0 {
      device = .packed(high: reader.word(), low: reader.word())
    } else {
      device = .text((0..<count).map { _ in reader.byte() })
    }
  }
}

extension PackedReader {
  fileprivate mutating func word() -> UInt64 {
    (0..<8).reduce(0) { word, place in word | UInt64(byte()) << UInt64(8 * place) }
  }
}
