import ReceiptModel
import SQLite

/// A device id as the store keeps it, in the order in which SQLite sorts it: texts before blobs.
enum StoredDevice: Comparable, Hashable {
  case text([UInt8])
  /// 32 lower-case hexadecimal digits as a blob of 16 bytes.
  case packed(high: UInt64, low: UInt64)

  init(_ row: Statement, at column: Int) {
    if row.type(column) == .blob, let (high, low) = row.sixteenBytes(column) {
      self = .packed(high: high, low: low)
    } else {
      self = .text(Array(row.text(column).utf8))
    }
  }

  /// - Parameters:
  ///   - cell: of a `RowBatch` or a `TableScan`.
  ///   - bytes: what it points into.
  init(_ cell: Int64, in bytes: Span<UInt8>) {
    guard let place = RowBatch.place(of: cell) else { self = .text([]); return }
    if !place.isText, place.count == 16 {
      self = .packed(
        high: Self.word(bytes, at: place.offset), low: Self.word(bytes, at: place.offset + 8))
    } else {
      self = .text((place.offset..<place.offset + place.count).map { bytes[$0] })
    }
  }

  @inline(__always)
  private static func word(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in start..<start + 8 { word = word << 8 | UInt64(bytes[place]) }
    return word
  }

  /// The id as the store keeps it.
  init(_ id: String) {
    let bytes = Array(id.utf8)
    let isPacked =
      bytes.count == 32
      && bytes.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
    if isPacked, let high = UInt64(String(decoding: bytes.prefix(16), as: UTF8.self), radix: 16),
      let low = UInt64(String(decoding: bytes.suffix(16), as: UTF8.self), radix: 16)
    {
      self = .packed(high: high, low: low)
    } else {
      self = .text(bytes)
    }
  }

  /// The id as it was given.
  var id: String {
    switch self {
    case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .packed(let high, let low):
      let digits = Self.digits(high, low)
      return String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
    }
  }

  /// Adds the id as a part of a key, by which devices are in the order of their ids and not of what the store keeps.
  func appendID(to key: inout [UInt8]) {
    switch self {
    case .text(let bytes): key.append(key: bytes)
    case .packed(let high, let low):
      let digits = Self.digits(high, low)
      key.append(key: digits.indices.lazy.map { digits[$0] })
    }
  }

  /// The hexadecimal digits of a packed id.
  static func digits(_ high: UInt64, _ low: UInt64) -> InlineArray<32, UInt8> {
    InlineArray { place in
      let word = place < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - place % 16 * 4) & 15)
      return digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
  }

  var isEmpty: Bool {
    if case .text(let bytes) = self { return bytes.isEmpty }
    return false
  }

  func cell(in batch: RowBatch) -> Int64 {
    switch self {
    case .packed(let high, let low): batch.blob(high: high, low: low)
    case .text(let bytes): batch.text(bytes)
    }
  }

  func bind(to statement: Statement, at index: Int) {
    switch self {
    case .packed(let high, let low):
      let bytes = [high, low].flatMap { word in
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
      }
      statement.bind(blob: bytes, at: index)
    case .text(let bytes): statement.bind(String(decoding: bytes, as: UTF8.self), at: index)
    }
  }

  static func < (left: StoredDevice, right: StoredDevice) -> Bool {
    switch (left, right) {
    case (.packed(let high, let low), .packed(let otherHigh, let otherLow)):
      high != otherHigh ? high < otherHigh : low < otherLow
    case (.text(let bytes), .text(let otherBytes)): bytes.lexicographicallyPrecedes(otherBytes)
    case (.text, .packed): true
    case (.packed, .text): false
    }
  }
}
