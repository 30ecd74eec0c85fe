/// A record with holes: the bytes between its values, made once, so that writing one is copying and counting.
///
/// All bytes lie in one array and everything else is a number: arrays of arrays made twice the writing time, most of
/// it for counting references.
struct RecordTemplate: Sendable {
  struct Hole: Sendable {
    let field: LogField
    /// The fixed bytes before it.
    ///
    /// Behind them lies room for digits, so that both are one copy.
    let before: Range<Int>
    /// The first of the texts that may fill it, each with the fixed bytes in front; `nil` for numbers and ids.
    let firstWord: Int?
  }

  private(set) var bytes: [UInt8] = []
  private(set) var holes: [Hole] = []
  /// The bytes behind the last hole, without a line end.
  private(set) var end = 0..<0
  private var wordStarts: [Int] = []

  init(_ shape: LogShape) {
    let encoding = TextEncoding(shape: shape)
    var fixed: [UInt8] = shape.delimiter == nil ? [0x7B] : []
    for (index, field) in shape.fields.enumerated() {
      if index > 0 { fixed += Self.separator(shape) }
      let (opening, closing) = Self.surroundings(of: field, named: field.rawValue, in: shape)
      fixed += opening
      if let text = field.fixedText {
        fixed += encoding.encode(text)
      } else {
        addHole(field, before: fixed, words: field.words.map(encoding.encode))
        fixed = []
      }
      fixed += closing
    }
    if shape.delimiter == nil { fixed.append(0x7D) }
    end = store(fixed)
  }

  /// A text by its number, with the fixed bytes before it.
  func word(_ number: Int) -> ArraySlice<UInt8> { bytes[wordStarts[number]..<wordStarts[number + 1]] }

  private mutating func addHole(_ field: LogField, before: [UInt8], words: [[UInt8]]) {
    guard !words.isEmpty else {
      holes.append(Hole(field: field, before: store(before), firstWord: nil))
      bytes += Array(repeating: 0x30, count: NumberBytes.limit)
      return
    }
    holes.append(Hole(field: field, before: 0..<0, firstWord: wordStarts.count))
    for word in words { wordStarts.append(store(before + word).lowerBound) }
    // The last text of a list needs an end.
    wordStarts.append(bytes.count)
  }

  private mutating func store(_ piece: [UInt8]) -> Range<Int> {
    bytes += piece
    return bytes.count - piece.count..<bytes.count
  }

  /// The names of the fields, for the first line of a delimited shape.
  static func header(_ shape: LogShape) -> [UInt8] {
    Array(shape.fields.map { Array($0.rawValue.utf8) }.joined(separator: separator(shape)))
  }

  /// What stands between two fields.
  static func separator(_ shape: LogShape) -> [UInt8] {
    if let delimiter = shape.delimiter { return [delimiter] }
    return Array((shape.isFromPython ? ", " : ",").utf8)
  }

  /// What stands before and behind the text of a field.
  static func surroundings(
    of field: LogField, named name: String, in shape: LogShape
  ) -> ([UInt8], [UInt8]) {
    guard shape.delimiter == nil else { return ([], []) }
    let name = "\"\(name)\":" + (shape.isFromPython ? " " : "")
    if field == .nanoseconds { return (Array((name + "[").utf8), Array("]".utf8)) }
    let isNumber = field == .logTime && (shape == .jsonLinesOld || shape == .pullLogDump)
    return isNumber ? (Array(name.utf8), []) : (Array((name + "\"").utf8), Array("\"".utf8))
  }
}
