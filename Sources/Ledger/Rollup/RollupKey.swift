import ReceiptModel

/// Which cell of a rollup a delivery counts in.
struct RollupKey: HourlyKey {
  private var hourAndApp: UInt64
  private var partBits: UInt64

  /// - Parameters:
  ///   - hour: hours since 1970.
  ///   - app: an AppKey's reference.
  ///   - part: a channel's reference; nothing for events, which have a table for each kind.
  @inline(__always)
  init(hour: Int64, app: Int64, part: Int64 = 0) {
    hourAndApp = UInt64(truncatingIfNeeded: hour) << 32 | UInt64(UInt32(truncatingIfNeeded: app))
    partBits = UInt64(bitPattern: part)
  }

  var mixed: UInt64 { ByteDictionary.mix(hourAndApp ^ partBits &* 0x9E37_79B9_7F4A_7C15) }

  var hour: Int64 { Int64(hourAndApp >> 32) }
  var app: Int64 { Int64(hourAndApp & 0xFFFF_FFFF) }
  var part: Int64 { Int64(bitPattern: partBits) }

  static func < (left: RollupKey, right: RollupKey) -> Bool {
    (left.hourAndApp, left.partBits) < (right.hourAndApp, right.partBits)
  }

  static func hour(of milliseconds: Int64) -> Int64 { milliseconds / 3_600_000 }
}

/// A cell of cohorts, and the counters to which some of its deliveries add.
struct CountedKey: HourlyKey, Hashable {
  private var hourAndApp: UInt64
  private var partAndCounters: UInt64

  /// - Parameters:
  ///   - hour: hours since 1970.
  ///   - app: an AppKey's reference; like all references, it has 32 bits.
  ///   - part: a channel's or version's reference.
  @inline(__always)
  init(hour: Int64, app: Int64, part: Int64, counters: CountSet) {
    hourAndApp = UInt64(truncatingIfNeeded: hour) << 32 | UInt64(UInt32(truncatingIfNeeded: app))
    partAndCounters = UInt64(truncatingIfNeeded: part) << 32 | UInt64(counters.bits)
  }

  var mixed: UInt64 { ByteDictionary.mix(hourAndApp ^ partAndCounters &* 0x9E37_79B9_7F4A_7C15) }

  var hour: Int64 { Int64(hourAndApp >> 32) }
  var app: Int64 { Int64(hourAndApp & 0xFFFF_FFFF) }
  var part: Int64 { Int64(partAndCounters >> 32) }
  var counters: CountSet { CountSet(bits: UInt32(truncatingIfNeeded: partAndCounters)) }

  /// Whether both keys are of one cell.
  func isSameCell(as other: CountedKey) -> Bool {
    hourAndApp == other.hourAndApp && partAndCounters >> 32 == other.partAndCounters >> 32
  }

  /// Those of one cell stand together.
  static func < (left: CountedKey, right: CountedKey) -> Bool {
    (left.hourAndApp, left.partAndCounters) < (right.hourAndApp, right.partAndCounters)
  }
}

/// A cell that is further divided: by latency bucket, or by kind and reason of a failure.
struct DividedKey: HourlyKey {
  var cell: RollupKey
  var division: Int64
  var reason: Int64 = 0

  var hour: Int64 { cell.hour }

  static func < (left: DividedKey, right: DividedKey) -> Bool {
    (left.cell, left.division, left.reason) < (right.cell, right.division, right.reason)
  }

  var mixed: UInt64 {
    ByteDictionary.mix(cell.mixed ^ UInt64(bitPattern: division) ^ UInt64(bitPattern: reason) << 32)
  }
}
