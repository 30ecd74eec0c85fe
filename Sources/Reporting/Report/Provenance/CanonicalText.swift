import Digest

/// Values as text in which different values never look alike: each field begins with its length.
package struct CanonicalText: Sendable {
  private var bytes: [UInt8] = []

  /// - Parameter fields: the first record; none when empty.
  package init(_ fields: [String] = []) {
    if !fields.isEmpty { add(fields) }
  }

  package mutating func add(_ fields: [String]) {
    for field in fields { bytes.append(field: field) }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds records whose order means nothing, in an order of their own.
  package mutating func add(unordered records: [[String]]) {
    add(unordered: records) { fields, record in
      for field in fields { record.append(field: field) }
    }
  }

  /// The same of records by the ten thousand, whose fields are written one after the other.
  ///
  /// - Parameter write: appends the fields of an element.
  mutating func add<Element>(
    unordered elements: some Collection<Element>, write: (Element, inout [UInt8]) -> Void
  ) {
    var records: [UInt8] = []
    var spans: [Range<Int>] = []
    spans.reserveCapacity(elements.count)
    for element in elements {
      let start = records.count
      write(element, &records)
      records.append(UInt8(ascii: "\n"))
      spans.append(start..<records.count)
    }
    spans.sort { records[$0].lexicographicallyPrecedes(records[$1]) }
    add(["\(spans.count)"])
    bytes.reserveCapacity(bytes.count + records.count)
    for span in spans { bytes += records[span] }
  }

  /// SHA-256 as 64 hexadecimal digits.
  package var digest: String { SHA256.hex(bytes.span) }
}

extension [UInt8] {
  /// Adds a field of a canonical text.
  mutating func append(field text: String) {
    append(digitsOf: text.utf8.count)
    append(UInt8(ascii: ":"))
    append(contentsOf: text.utf8)
  }

  mutating func append(field number: Int) {
    append(digitsOf: Self.lengthInDigits(number))
    append(UInt8(ascii: ":"))
    append(digitsOf: number)
  }

  /// Adds one field of two numbers: `3 45`.
  mutating func append(field first: Int, _ mark: Unicode.Scalar, _ second: Int) {
    append(digitsOf: Self.lengthInDigits(first) + 1 + Self.lengthInDigits(second))
    append(UInt8(ascii: ":"))
    append(digitsOf: first)
    append(UInt8(ascii: mark))
    append(digitsOf: second)
  }

  private mutating func append(digitsOf number: Int) {
    let length = Self.lengthInDigits(number)
    // What the digits leave is the sign of a number below zero.
    append(contentsOf: repeatElement(UInt8(ascii: "-"), count: length))
    var (place, rest) = (count, number.magnitude)
    repeat {
      place -= 1
      self[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
  }

  private static func lengthInDigits(_ number: Int) -> Int {
    var (length, rest) = (number < 0 ? 2 : 1, number.magnitude)
    while rest > 9 { (length, rest) = (length + 1, rest / 10) }
    return length
  }
}
