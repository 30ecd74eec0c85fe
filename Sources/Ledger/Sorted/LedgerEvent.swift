import ReceiptModel

/// An event in the ledger's own references; the message stands in the segment that holds it.
struct LedgerEvent: Equatable {
  /// As in `DeviceKey`; of a text, `low` is its place in the texts of the sorted batch.
  var high: UInt64 = 0
  var low: UInt64 = 0
  /// As in `BatchEvent`: whether the device is text, the time, the kind; the smaller moment is merged first.
  var moment: UInt64 = 0
  var app: UInt32 = 0
  var context: UInt32 = 0
  var build: UInt32 = 0
  var network: UInt32 = 0
  /// Reference of the reason for failures, of the raw type for `other`, else 0.
  var detail: UInt32 = 0
  /// The importer's number of the file the line stood in, or another `LineMark`.
  var file: UInt32 = 0

  private static let textBit: UInt64 = 1 << 63

  mutating func setMoment(_ time: Int64, _ kind: EventKind, hasTextDevice: Bool) {
    moment = (hasTextDevice ? Self.textBit : 0) | UInt64(time) << 8 | UInt64(kind.slot)
  }

  var hasTextDevice: Bool { moment & Self.textBit != 0 }

  /// Milliseconds since 1970, UTC.
  var time: Int64 { Int64((moment & ~Self.textBit) >> 8) }

  var kind: EventKind { EventKind(slot: UInt8(truncatingIfNeeded: moment)) }

  /// Whether both are of the same device, given that they stand in the same segment.
  @inline(__always)
  func hasDevice(of other: LedgerEvent) -> Bool {
    low == other.low && high == other.high && hasTextDevice == other.hasTextDevice
  }

  /// Whether both have the same references but for the detail.
  @inline(__always)
  func hasReferences(of other: LedgerEvent) -> Bool {
    context == other.context && build == other.build && network == other.network && app == other.app
      && file == other.file
  }
}

/// The events of one message in a sorted batch.
struct MessageSegment: BitwiseCopyable {
  var message: Int64
  /// Where the code of the first event begins.
  var start: UInt32
  /// Events.
  var count: UInt32
}
