import ReceiptModel

/// Puts names into the order of their bytes.
enum NameOrder {
  /// Entries of `names`, sorted by their bytes.
  ///
  /// Names of one log mostly begin alike, so what is compared first is the eight bytes behind what all have in common.
  static func sorted(_ entries: [UInt32], of names: ByteDictionary) -> [UInt32] {
    let common = commonLength(entries, of: names)
    var keyed = entries.map { entry in
      let rest = names.bytes(entry).dropFirst(common).prefix(8)
      let key = rest.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - rest.count))
      return (key: key, entry: entry)
    }
    keyed.sort { one, other in
      one.key != other.key
        ? one.key < other.key
        : names.bytes(one.entry).lexicographicallyPrecedes(names.bytes(other.entry))
    }
    return keyed.map(\.entry)
  }

  /// Bytes with which all names begin.
  private static func commonLength(_ entries: [UInt32], of names: ByteDictionary) -> Int {
    guard let first = entries.first.map({ names.bytes($0) }) else { return 0 }
    var length = first.count
    for entry in entries {
      let name = names.bytes(entry)
      length = min(length, name.count)
      var same = 0
      while same < length, name[name.startIndex + same] == first[first.startIndex + same] { same += 1 }
      length = same
    }
    return length
  }
}
