import ReceiptModel

/// Records of bytes in memory.
struct RecordList {
  private(set) var bytes: [UInt8] = []
  /// How many bytes each has.
  private(set) var lengths: [UInt32] = []

  /// Of the records, and of what it takes to put them in order.
  var byteCount: Int { bytes.count + lengths.count * (MemoryLayout<Entry>.stride + 4) }

  mutating func append(_ record: some Collection<UInt8>) {
    bytes += record
    lengths.append(UInt32(record.count))
  }

  /// Adds the record that `write` puts behind the others.
  mutating func append(_ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    lengths.append(UInt32(bytes.count - start))
  }

  /// Gives the records in the order of their bytes, and forgets them.
  mutating func takeSorted() -> RecordList {
    var entries: [Entry] = []
    entries.reserveCapacity(lengths.count)
    var start = 0
    for length in lengths {
      entries.append(Entry(start: UInt32(start), length: length))
      start += Int(length)
    }
    sort(&entries, 0..<entries.count, from: 0)
    var sorted = RecordList()
    sorted.bytes.reserveCapacity(bytes.count)
    sorted.lengths.reserveCapacity(lengths.count)
    for entry in entries { sorted.append(bytes[entry.range]) }
    bytes.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    return sorted
  }

  /// A record, and eight bytes of it by which it is compared.
  private struct Entry {
    var word: UInt64 = 0
    let start: UInt32
    let length: UInt32

    init(start: UInt32, length: UInt32) { (self.start, self.length) = (start, length) }

    var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
  }

  /// Sorts some records whose first `depth` bytes are the same.
  ///
  /// Keys begin alike: all ids of a day may have ten digits in common. So these are skipped, the eight bytes behind them are
  /// compared as a number, and only what has the same ones is looked at again.
  private func sort(_ entries: inout [Entry], _ range: Range<Int>, from depth: Int) {
    guard range.count > Self.few, let common = common(entries[range], from: depth) else {
      return entries.sort(range) { bytes[$0.range].lexicographicallyPrecedes(bytes[$1.range]) }
    }
    for place in range { entries[place].word = word(of: entries[place], at: common) }
    entries[range].sort { $0.word < $1.word }
    var start = range.lowerBound
    while start < range.upperBound {
      let end =
        entries[start..<range.upperBound].firstIndex { $0.word != entries[start].word }
        ?? range.upperBound
      if end - start > 1 { sort(&entries, start..<end, from: common) }
      start = end
    }
  }

  /// How many bytes some records have in common; `nil` where one of them has no more.
  private func common(_ entries: ArraySlice<Entry>, from depth: Int) -> Int? {
    guard let first = entries.first else { return nil }
    var common = Int(first.length)
    for entry in entries.dropFirst() {
      var place = depth
      let most = min(common, Int(entry.length))
      while place < most, bytes[Int(entry.start) + place] == bytes[Int(first.start) + place] { place += 1 }
      common = place
      if common == Int(entry.length) { return nil }
    }
    return common < Int(first.length) ? common : nil
  }

  /// The eight bytes from a place on; behind the end are zeros.
  private func word(of entry: Entry, at place: Int) -> UInt64 {
    var word: UInt64 = 0
    for offset in place..<place + 8 {
      word = word << 8 | (offset < Int(entry.length) ? UInt64(bytes[Int(entry.start) + offset]) : 0)
    }
    return word
  }

  /// So many are quicker compared in full.
  private static let few = 16
}
