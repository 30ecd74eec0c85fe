/// Tells the format of a log from its first bytes, never from its name.
enum FormatSniffer {
  /// Bytes looked at.
  static let headLength = 64 << 10

  /// - Throws: the error of a header row that cannot be used.
  static func format(of head: ArraySlice<UInt8>, options: ReadOptions) throws(InputError) -> LogFormat {
    switch options.format {
    case .jsonLines: return .jsonLines
    case .json: return .json
    case .csv: return .csv
    case .auto: break
    }
    if options.columns != nil { return .csv }
    let bytes = Array(head)
    let span = bytes.span
    let text = span.trimmed(0..<bytes.count)
    guard let first = text.first else { return .jsonLines }
    if bytes[first] == UInt8(ascii: "[") { return .json }
    if bytes[first] == UInt8(ascii: "{") { return isEnvelope(span, text) ? .json : .jsonLines }
    return looksLikeCSV(span, text) ? .csv : .jsonLines
  }

  /// Whether an object holds its records in an array under `data`: not a record itself, and with objects there.
  static func isEnvelope(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    var position = text.lowerBound + 1
    var depth = 1
    var key = 0..<0
    while position < text.upperBound, depth > 0 {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let start = position + 1
        position = endOfText(bytes, start, text.upperBound)
        if depth == 1, position < text.upperBound { key = start..<position }
      case UInt8(ascii: ":") where depth == 1 && isReceiptKey(bytes, key): return false
      case UInt8(ascii: "["):
        if depth == 1, bytes.holds("data", in: key) {
          position += 1
          JSONScanner.skipSpace(bytes, &position, text.upperBound)
          return position < text.upperBound
            && (bytes[position] == UInt8(ascii: "{") || bytes[position] == UInt8(ascii: "]"))
        }
        depth += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      position += 1
    }
    return false
  }

  private static func isReceiptKey(_ bytes: Span<UInt8>, _ key: Range<Int>) -> Bool {
    bytes.holds("app_key", in: key) || bytes.holds("message_id", in: key)
      || bytes.holds("event_type", in: key)
  }

  private static func endOfText(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var position = start
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position
  }

  /// Whether the first line names columns, or at least cuts into as many cells as the second one, and no line among
  /// the first is an object.
  private static func looksLikeCSV(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    var lines: [Range<Int>] = []
    var position = text.lowerBound
    while position < text.upperBound, lines.count < 100 {
      let end = bytes.firstNewline(in: position..<text.upperBound) ?? text.upperBound
      let line = position..<end
      if let start = bytes.trimmed(line).first {
        if bytes[start] == UInt8(ascii: "{") { return false }
        lines.append(line)
      }
      position = end + 1
    }
    guard let first = lines.first else { return false }
    if CSVHeader.separatorLine(bytes, first) != nil || CSVHeader.namesAnyField(bytes, first) { return true }
    guard lines.count > 1, bytes[first.lowerBound] != UInt8(ascii: "<") else { return false }
    return CSVHeader.separators.contains { separator in
      let count = first.count { bytes[$0] == separator }
      return count > 2 && count == lines[1].count { bytes[$0] == separator }
    }
  }
}
