/// One event of a batch, in 48 bytes: reading, sorting and merging move millions of them.
///
/// References are into the batch's own dictionaries.
package struct BatchEvent: Sendable {
  @usableFromInline var high: UInt64
  @usableFromInline var low: UInt64
  /// The order in which events of one device are merged, the smallest first.
  ///
  /// From the highest bit: whether the device id is text, the time in milliseconds since 1970, the kind in eight bits.
  package var moment: UInt64
  package var message: UInt32
  package var context: UInt32
  package var build: UInt32
  /// Entry of the reason group for failures (an empty reason otherwise); of `rawTypes` for `other`.
  package var detail: UInt32
  /// The importer's number of the file the line stood in, or another `LineMark`.
  package var file: UInt32
  @usableFromInline var narrowApp: UInt16
  @usableFromInline var narrowNetwork: UInt16

  /// AppKeys, and networks, that a batch has numbers for.
  static let narrowLimit = 1 << 16

  @usableFromInline static var textBit: UInt64 { 1 << 63 }

  @inlinable
  package init(
    device: DeviceKey, time: Int64, message: UInt32, app: UInt32, context: UInt32, build: UInt32,
    network: UInt32, detail: UInt32, file: UInt32, kind: EventKind
  ) {
    high = device.high
    low = device.low
    moment = (device.isText ? Self.textBit : 0) | UInt64(time) << 8 | UInt64(kind.rawValue)
    self.message = message
    self.context = context
    self.build = build
    self.detail = detail
    self.file = file
    // Run.isFull comes before the narrow numbers are used up.
    narrowApp = UInt16(app)
    narrowNetwork = UInt16(network)
  }

  @inlinable package var device: DeviceKey {
    get { DeviceKey(high: high, low: low, isText: moment & Self.textBit != 0) }
    set {
      (high, low) = (newValue.high, newValue.low)
      moment = moment & ~Self.textBit | (newValue.isText ? Self.textBit : 0)
    }
  }

  /// Milliseconds since 1970, UTC; 2010 to 2100.
  @inlinable package var time: Int64 { Int64((moment & ~Self.textBit) >> 8) }

  @inlinable package var kind: EventKind { EventKind(rawValue: UInt8(truncatingIfNeeded: moment)) ?? .other }

  @inlinable package var app: UInt32 { UInt32(narrowApp) }

  @inlinable package var network: UInt32 { UInt32(narrowNetwork) }

  /// Whether two events of one batch belong to one push on one device.
  @inlinable
  package func isBeside(_ other: BatchEvent) -> Bool {
    hasDevice(of: other) && message == other.message
  }

  @inlinable
  func hasDevice(of other: BatchEvent) -> Bool {
    low == other.low && high == other.high && (moment ^ other.moment) & Self.textBit == 0
  }
}
