import ReceiptModel

/// Events of a sorted batch as bytes: some 17 an event instead of 48, which is what a large import keeps or spills.
///
/// An event is coded by what differs from the one before it. A byte of kind and marks comes first. Then, unless the
/// mark says "the same", come the device's two words; the time since the event before, or since the batch's base for
/// another device; unless they are the same, the references of AppKey, context, build, network and file; and a detail
/// if there is one. Numbers are in groups of seven bits, the lowest first.
enum EventCode {
  /// The lowest four bits hold the kind.
  static let kindBits: UInt8 = 0x0F
  static let sameDevice: UInt8 = 0x10
  static let sameReferences: UInt8 = 0x20
  static let hasDetail: UInt8 = 0x40
  static let textDevice: UInt8 = 0x80

  /// Bytes that no event's code exceeds: 1, 16, a time of 7, and six references of 5.
  static let limit = 64
}

/// Writes the codes of a batch's events one after another.
@safe struct EventEncoder: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer
  private(set) var count = 0
  private let base: Int64
  private var last: LedgerEvent?

  /// - Parameters:
  ///   - bytes: has room for `EventCode.limit` bytes an event, and is lent for as long as the encoder lives.
  ///   - base: no event is earlier; milliseconds UTC.
  init(into bytes: UnsafeMutableRawBufferPointer, base: Int64) {
    unsafe self.bytes = bytes
    self.base = base
  }

  /// Makes the next event's code stand alone, so that reading may begin with it.
  mutating func restart() { last = nil }

  mutating func append(_ event: LedgerEvent) {
    unsafe precondition(count + EventCode.limit <= bytes.count, "a code may need more room than there is")
    let start = count
    count += 1
    var mark = UInt8(truncatingIfNeeded: event.moment) & EventCode.kindBits
    if event.hasTextDevice { mark |= EventCode.textDevice }
    if let last, last.hasDevice(of: event) {
      mark |= EventCode.sameDevice
      put(UInt64(event.time - last.time))
    } else {
      put(word: event.high)
      put(word: event.low)
      put(UInt64(event.time - base))
    }
    if let last, last.hasReferences(of: event) {
      mark |= EventCode.sameReferences
    } else {
      put(UInt64(event.app))
      put(UInt64(event.context))
      put(UInt64(event.build))
      put(UInt64(event.network))
      put(UInt64(event.file))
    }
    if event.detail != 0 {
      mark |= EventCode.hasDetail
      put(UInt64(event.detail))
    }
    // Sound, here and below: `append` has made sure that all of a code has room.
    unsafe bytes[start] = mark
    last = event
  }

  private mutating func put(word: UInt64) {
    unsafe bytes.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= 8
  }

  private mutating func put(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      unsafe bytes[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      rest >>= 7
      count &+= 1
    }
    unsafe bytes[count] = UInt8(truncatingIfNeeded: rest)
    count &+= 1
  }
}

/// Reads the codes of a batch's events one after another.
struct EventDecoder {
  private let base: Int64
  /// The event that was read last.
  private(set) var event = LedgerEvent()

  init(base: Int64) { self.base = base }

  /// Reads the code at `position` into `event`; returns where the next one begins.
  @inline(__always)
  mutating func read(_ bytes: Span<UInt8>, at position: Int) -> Int {
    var position = position
    let mark = bytes[position]
    position &+= 1
    var time = event.time
    if mark & EventCode.sameDevice != 0 {
      time += Int64(Self.number(bytes, &position))
    } else {
      event.high = bytes.word(at: position)
      event.low = bytes.word(at: position + 8)
      position &+= 16
      time = base + Int64(Self.number(bytes, &position))
    }
    event.setMoment(
      time, EventKind(slot: mark & EventCode.kindBits),
      hasTextDevice: mark & EventCode.textDevice != 0)
    if mark & EventCode.sameReferences == 0 {
      event.app = UInt32(truncatingIfNeeded: Self.number(bytes, &position))
      event.context = UInt32(truncatingIfNeeded: Self.number(bytes, &position))
      event.build = UInt32(truncatingIfNeeded: Self.number(bytes, &position))
      event.network = UInt32(truncatingIfNeeded: Self.number(bytes, &position))
      event.file = UInt32(truncatingIfNeeded: Self.number(bytes, &position))
    }
    event.detail =
      mark & EventCode.hasDetail == 0 ? 0 : UInt32(truncatingIfNeeded: Self.number(bytes, &position))
    return position
  }

  @inline(__always)
  private static func number(_ bytes: Span<UInt8>, _ position: inout Int) -> UInt64 {
    var byte = bytes[position]
    position &+= 1
    if byte < 0x80 { return UInt64(byte) }
    var number = UInt64(byte & 0x7F)
    var shift: UInt64 = 7
    repeat {
      byte = bytes[position]
      position &+= 1
      number |= UInt64(byte & 0x7F) << shift
      shift &+= 7
    } while byte >= 0x80
    return number
  }
}
