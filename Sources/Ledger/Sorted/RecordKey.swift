extension [UInt8] {
  /// Adds a text as a part of a key, so that keys are in order when their texts are: it ends with two zeros, and a zero
  /// within it is followed by a one.
  mutating func append(key text: some Collection<UInt8>) {
    if text.contains(0) {
      for byte in text { self += byte == 0 ? [0, 1] : [byte] }
    } else {
      self += text
    }
    append(0)
    append(0)
  }

  /// Adds a number's eight bytes, the greatest first.
  mutating func append(bigEndian number: Int64) {
    unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
  }
}

/// Reads the texts of a key one after the other.
struct RecordKeyReader {
  let record: [UInt8]
  /// Behind what was read.
  private(set) var place: Int

  /// - Parameter place: where the key begins.
  init(_ record: [UInt8], at place: Int = 0) { (self.record, self.place) = (record, place) }

  mutating func text() -> [UInt8] {
    var text: [UInt8] = []
    while record[place] != 0 || record[place + 1] != 0 {
      text.append(record[place])
      place += record[place] == 0 ? 2 : 1
    }
    place += 2
    return text
  }

  mutating func skipText() {
    while record[place] != 0 || record[place + 1] != 0 { place += record[place] == 0 ? 2 : 1 }
    place += 2
  }
}
