import ReceiptModel

/// Cuts lines that are URL-encoded forms or query strings into values.
///
///     push_id=7&time=1790000000&channel=a%20b
struct FormLine {
  private let names: ByteDictionary
  /// Where a name is decoded.
  private var name = TextValues()

  init(names: ByteDictionary) { self.names = names }

  /// - Throws: `badLine` for a line that is no form, `badUTF8` for a value that is no text.
  mutating func split(
    _ line: Span<UInt8>, _ range: Range<Int>, into values: inout TextValues, unknown: inout NameList
  ) throws(Rejection) {
    // None of these can stand in a form: they are encoded.
    guard !range.contains(where: { line[$0] <= UInt8(ascii: " ") || line[$0] == UInt8(ascii: "\"") }) else {
      throw Rejection(.badLine)
    }
    var hasPair = false
    var position = range.lowerBound
    if position < range.upperBound, line[position] == UInt8(ascii: "?") { position += 1 }
    while position < range.upperBound {
      let end = (position..<range.upperBound).first { line[$0] == UInt8(ascii: "&") } ?? range.upperBound
      if let equals = (position..<end).first(where: { line[$0] == UInt8(ascii: "=") }) {
        hasPair = true
        if let number = number(line, position..<equals, unknown: &unknown) {
          guard values.add(number, line, equals + 1..<end, .percent) else { throw Rejection(.badUTF8) }
        }
      }
      position = end + 1
    }
    guard hasPair else { throw Rejection(.badLine) }
  }

  private mutating func number(_ line: Span<UInt8>, _ range: Range<Int>, unknown: inout NameList) -> Int32? {
    if let entry = names.entry(line, range) { return Int32(entry) }
    name.clear()
    name.add(0, line, range, .percent)
    guard let decoded = name.values.first?.range else { return nil }
    if let entry = names.entry(name.bytes.span, decoded) { return Int32(entry) }
    unknown.add(name.bytes.span, decoded)
    return nil
  }
}
