/// A record with holes: the bytes between its values, made once, so that writing one is copying and counting.
struct RecordTemplate: Sendable {
  /// One hole: the fixed bytes before it, and the encoded texts that may fill it (none for numbers).
  struct Hole: Sendable {
    let before: [UInt8]
    let field: LogField
    let words: [[UInt8]]
  }

  let holes: [Hole]
  /// The bytes behind the last hole, without a line end.
  let end: [UInt8]

  init(_ shape: LogShape) {
    let encoding = TextEncoding(shape: shape)
    var holes: [Hole] = []
    var fixed: [UInt8] = shape.delimiter == nil ? [0x7B] : []
    for (index, field) in shape.fields.enumerated() {
      if index > 0 { fixed += Self.separator(shape) }
      let (opening, closing) = Self.surroundings(of: field, in: shape)
      fixed += opening
      if let text = field.fixedText {
        fixed += encoding.encode(text)
      } else {
        holes.append(Hole(before: fixed, field: field, words: field.words.map(encoding.encode)))
        fixed = []
      }
      fixed += closing
    }
    if shape.delimiter == nil { fixed.append(0x7D) }
    self.holes = holes
    end = fixed
  }

  /// The names of the fields, for the first line of a delimited shape.
  static func header(_ shape: LogShape) -> [UInt8] {
    Array(shape.fields.map { Array($0.rawValue.utf8) }.joined(separator: separator(shape)))
  }

  private static func separator(_ shape: LogShape) -> [UInt8] {
    if let delimiter = shape.delimiter { return [delimiter] }
    return Array((shape.isFromPython ? ", " : ",").utf8)
  }

  private static func surroundings(of field: LogField, in shape: LogShape) -> ([UInt8], [UInt8]) {
    guard shape.delimiter == nil else { return ([], []) }
    let name = "\"\(field.rawValue)\":" + (shape.isFromPython ? " " : "")
    if field == .nanoseconds { return (Array((name + "[").utf8), Array("]".utf8)) }
    let isNumber = field == .logTime && (shape == .jsonLinesOld || shape == .pullLogDump)
    return isNumber ? (Array(name.utf8), []) : (Array((name + "\"").utf8), Array("\"".utf8))
  }
}
