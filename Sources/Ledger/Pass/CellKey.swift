import ReceiptModel

/// An AppKey and what is told apart under it, by references.
struct CellKey: RollupTableKey {
  var app: Int64
  var part: Int64

  var mixed: UInt64 {
    ByteDictionary.mix(UInt64(bitPattern: part) << 24 ^ UInt64(bitPattern: app))
  }

  static func < (left: CellKey, right: CellKey) -> Bool { (left.app, left.part) < (right.app, right.part) }
}
