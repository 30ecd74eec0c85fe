internal import ReceiptModel

/// Which cell of a rollup a delivery counts in, packed into 64 bits so that looking it up is cheap.
struct RollupKey: RollupTableKey {
  private var packed: UInt64

  /// - Parameters:
  ///   - hour: hours since 1970, below 2^24 until the year 3883.
  ///   - app: an AppKey's reference, below 2^16.
  ///   - part: a channel's or version's reference, or a kind, below 2^24.
  init(hour: Int64, app: Int64, part: Int64) {
    precondition(app < 1 << 16 && part < 1 << 24, "more AppKeys or versions than a rollup key has room for")
    packed = UInt64(hour) << 40 | UInt64(app) << 24 | UInt64(part)
  }

  var mixed: UInt64 { ByteDictionary.mix(packed) }

  var hour: Int64 { Int64(packed >> 40) }
  var app: Int64 { Int64(packed >> 24 & 0xFFFF) }
  var part: Int64 { Int64(packed & 0xFF_FFFF) }

  static func hour(of milliseconds: Int64) -> Int64 { milliseconds / 3_600_000 }
}

/// A cell that is further divided: by latency bucket, or by kind and reason of a failure.
struct DividedKey: RollupTableKey {
  var cell: RollupKey
  var division: Int64
  var reason: Int64 = 0

  var mixed: UInt64 {
    ByteDictionary.mix(cell.mixed ^ UInt64(bitPattern: division) ^ UInt64(bitPattern: reason) << 32)
  }
}
