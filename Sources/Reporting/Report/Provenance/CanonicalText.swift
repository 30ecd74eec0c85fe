import Digest

/// The digest of values as text in which different values never look alike: each field begins with its length.
package struct CanonicalText: Sendable {
  private var hash = SHA256()

  /// - Parameter fields: the first record; none when empty.
  package init(_ fields: [String] = []) {
    if !fields.isEmpty { add(fields) }
  }

  package mutating func add(_ fields: [String]) {
    var bytes: [UInt8] = []
    for field in fields { bytes.append(field: field) }
    bytes.append(UInt8(ascii: "\n"))
    hash.update(bytes.span)
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
    // Mostly they come in this order.
    spans.sort { records.span.precedes($0, $1) }
    add(["\(spans.count)"])
    for span in spans { hash.update(records.span.extracting(span)) }
  }

  /// Adds a whole record as it is written.
  mutating func update(_ record: [UInt8]) { hash.update(record.span) }

  /// SHA-256 as 64 hexadecimal digits.
  package var digest: String { hash.hex() }
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

extension Span<UInt8> {
  /// Whether the bytes of one range come before those of another.
  fileprivate func precedes(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    for (left, right) in zip(one, other) where self[left] != self[right] { return self[left] < self[right] }
    return one.count < other.count
  }
}
