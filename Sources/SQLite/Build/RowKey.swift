/// The key of a row, in SQLite's order: NULL, integers, texts, blobs; bytes by `memcmp`.
///
/// The slow twin of `LeafFilling.isAscending`; it also compares where one batch or segment ends and the next begins.
struct RowKey: Comparable, Sendable {
  enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case text([UInt8])
    case blob([UInt8])

    fileprivate var rank: Int {
      switch self {
      case .null: 0
      case .integer: 1
      case .text: 2
      case .blob: 3
      }
    }
  }

  var values: [Value]

  static func < (former: RowKey, latter: RowKey) -> Bool {
    for (former, latter) in zip(former.values, latter.values) where former != latter {
      switch (former, latter) {
      case (.integer(let former), .integer(let latter)): return former < latter
      case (.text(let former), .text(let latter)), (.blob(let former), .blob(let latter)):
        return former.lexicographicallyPrecedes(latter)
      default: return former.rank < latter.rank
      }
    }
    return former.values.count < latter.values.count
  }
}

extension RowBatch {
  /// The first `count` values of a row.
  func key(ofRow row: Int, count: Int) -> RowKey {
    precondition(row >= 0 && row < rowCount && count <= columns.count, "a key of a row of the batch")
    return unsafe withUnsafeRows { cells, arena in
      RowKey(
        values: (0..<count).map { column in
          let cell = unsafe cells[row * columns.count + column]
          guard let place = Self.place(of: cell) else { return cell == Self.null ? .null : .integer(cell) }
          let bytes = unsafe Array(arena[place.offset..<place.offset + place.count])
          return place.isText ? .text(bytes) : .blob(bytes)
        })
    }
  }
}
