import ReceiptModel

/// A push to a device in 40 bytes.
///
/// What these have no room for, the id of a device that is no packed one and facts of few pushes, lies in two arrays
/// beside it.
struct PackedPush: BitwiseCopyable {
  /// Of a packed device id the upper half, of a text the first eight bytes.
  private(set) var high: UInt64 = 0
  /// Of a packed device id the lower half, of a text its place and, in the lowest bits, how many bytes it has.
  private(set) var low: UInt64 = 0
  /// First send, with `Marks` in the lowest bits.
  private var sentAndMarks: Int64
  private(set) var app: UInt32
  private(set) var origin: UInt32
  private var messageReference: UInt32
  /// Milliseconds from the first send to the first ack, or the place of rare facts.
  private var ack: Int32 = 0

  private enum Marks {
    static let opened: Int64 = 1
    static let confirmed: Int64 = 2
    static let acked: Int64 = 4
    static let rare: Int64 = 8
    static let text: Int64 = 16
    static let bits: Int64 = 5
  }

  /// Bits of `low` that say how long a text is.
  private static let lengthBits: UInt64 = 24

  init(app: Int64, origin: UInt32, message: Int64, sentAt: Int64, isOpened: Bool, isConfirmed: Bool) {
    sentAndMarks =
      sentAt << Marks.bits | (isOpened ? Marks.opened : 0) | (isConfirmed ? Marks.confirmed : 0)
    self.app = UInt32(truncatingIfNeeded: app)
    self.origin = origin
    messageReference = UInt32(truncatingIfNeeded: message)
  }

  var message: Int64 { Int64(messageReference) }
  var sentAt: Int64 { sentAndMarks >> Marks.bits }
  var isOpened: Bool { sentAndMarks & Marks.opened != 0 }
  var isConfirmed: Bool { sentAndMarks & Marks.confirmed != 0 }

  /// From the first send to the first ack, where there is one and no rare facts tell of it.
  var plainLatency: Int64? { sentAndMarks & (Marks.acked | Marks.rare) == Marks.acked ? Int64(ack) : nil }

  /// The place of the rare facts; `nil` where the push has none.
  var rarePlace: Int? {
    get { sentAndMarks & Marks.rare != 0 ? Int(ack) : nil }
    set {
      guard let newValue else { return }
      sentAndMarks |= Marks.acked | Marks.rare
      ack = Int32(newValue)
    }
  }

  var isText: Bool { sentAndMarks & Marks.text != 0 }

  /// The bytes of the text that is its device's id; empty for a packed one.
  var textRange: Range<Int> {
    guard isText else { return 0..<0 }
    let start = Int(low >> Self.lengthBits)
    return start..<start + Int(low & (1 << Self.lengthBits - 1))
  }

  mutating func setAck(after latency: Int32) {
    sentAndMarks |= Marks.acked
    ack = latency
  }

  mutating func setDevice(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// - Parameter place: where the text begins.
  mutating func setDevice(_ text: some Collection<UInt8>, at place: Int) {
    sentAndMarks |= Marks.text
    high = 0
    for byte in text.prefix(8) { high = high << 8 | UInt64(byte) }
    high <<= UInt64(8 * max(0, 8 - text.count))
    low = UInt64(place) << Self.lengthBits | UInt64(text.count)
  }

  mutating func moveText(to place: Int) {
    low = UInt64(place) << Self.lengthBits | low & (1 << Self.lengthBits - 1)
  }

  /// Whether it stands before another by AppKey and device; `nil` where both have the same or texts have to be compared.
  @inline(__always)
  func precedes(_ other: PackedPush) -> Bool? {
    if app != other.app { return app < other.app }
    if isText != other.isText { return isText }
    if high != other.high { return high < other.high }
    return isText || low == other.low ? nil : low < other.low
  }
}
