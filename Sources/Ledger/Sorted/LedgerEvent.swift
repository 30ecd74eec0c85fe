internal import ReceiptModel

/// An event in the ledger's own references, in 48 bytes; the message stands in the segment that holds it.
struct LedgerEvent: BitwiseCopyable {
  /// As in `DeviceKey`; of a text, `low` is its place in the texts of the sorted run.
  var high: UInt64
  var low: UInt64
  /// As in `RunEvent`: the time, then the kind, so that the smaller moment is merged first.
  var moment: UInt64
  var app: UInt32
  var context: UInt32
  var build: UInt32
  var network: UInt32
  /// Reference of the reason for failures, of the raw type for `other`, else 0.
  var detail: UInt32
  /// The importer's number of the file the line stood in.
  var file: UInt32

  private static let textBit: UInt64 = 1 << 63

  var hasTextDevice: Bool { moment & Self.textBit != 0 }

  /// Milliseconds since 1970, UTC.
  var time: Int64 { Int64((moment & ~Self.textBit) >> 8) }

  var kind: EventKind { EventKind(rawValue: UInt8(truncatingIfNeeded: moment)) ?? .other }

  /// Whether both are of the same device, given that they stand in the same segment.
  @inline(__always)
  func hasDevice(of other: LedgerEvent) -> Bool {
    low == other.low && high == other.high && hasTextDevice == other.hasTextDevice
  }
}

/// The events of one message in a sorted run.
struct MessageSegment: BitwiseCopyable {
  var message: Int64
  /// The place of the first event.
  var start: UInt32
  var count: UInt32

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
