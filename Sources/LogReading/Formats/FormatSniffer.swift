/// Tells the format of a log from its first bytes, never from its name.
enum FormatSniffer {
  /// Bytes looked at.
  static let headLength = 64 << 10

  /// - Parameter sources: of which an object may be a record as a whole, whatever it holds.
  /// - Throws: the error of a header row that cannot be used.
  static func format(
    of head: ArraySlice<UInt8>, options: ReadOptions, sources: inout RecordSources
  ) throws(InputError) -> LogFormat {
    if let named = options.format.format { return named }
    if options.columns != nil { return .csv }
    let bytes = Array(head)
    let span = bytes.span
    let text = span.unfenced(0..<bytes.count)
    guard let first = text.first else { return .jsonLines }
    if beginsArray(span, text) { return .json }
    if bytes[first] == UInt8(ascii: "{") {
      return !isEnvelope(span, text, &sources) && isOneALine(span, text) ? .jsonLines : .json
    }
    return looksLikeCSV(span, text) ? .csv : .jsonLines
  }

  /// Whether text begins with an array in which objects may stand; lines of a log in text begin with brackets, too.
  static func beginsArray(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    guard let first = text.first, bytes[first] == UInt8(ascii: "[") else { return false }
    var position = first + 1
    JSONScanner.skipSpace(bytes, &position, text.upperBound)
    guard position < text.upperBound else { return true }
    return "{[]/".utf8.contains(bytes[position])
  }

  private static func isEnvelope(
    _ bytes: Span<UInt8>, _ text: Range<Int>, _ sources: inout RecordSources
  ) -> Bool {
    guard Envelope.begins(bytes, text) else { return false }
    guard let end = JSONExtent(bytes, text).end else { return true }
    return Envelope.isOne(bytes, text.lowerBound..<end, &sources)
  }

  /// Whether objects stand one a line: the first one ends where its line does.
  ///
  /// A line that was cut has no end, either; behind it another one begins, and not the rest of an object.
  static func isOneALine(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    guard let newline = bytes.firstNewline(in: text) else { return true }
    if let end = JSONExtent(bytes, text).end, end <= newline {
      return bytes.trimmed(end..<newline).isEmpty
    }
    var rest = bytes.trimmed(newline..<text.upperBound)
    // Files that were joined have a mark wherever one of them begins.
    while bytes.afterMark(rest) > rest.lowerBound {
      rest = bytes.trimmed(bytes.afterMark(rest)..<text.upperBound)
    }
    return rest.first.map { bytes[$0] == UInt8(ascii: "{") } ?? true
  }

  /// Whether the first line names columns, or at least cuts into as many cells as the second one, and no line among
  /// the first is an object.
  ///
  /// A line of a quoted cell is none of these: it begins behind an odd number of quotes.
  private static func looksLikeCSV(_ bytes: Span<UInt8>, _ text: Range<Int>) -> Bool {
    var lines: [Range<Int>] = []
    var position = text.lowerBound
    var isInQuotes = false
    while position < text.upperBound, lines.count < 100 {
      let end = bytes.firstNewline(in: position..<text.upperBound) ?? text.upperBound
      let line = position..<end
      if !isInQuotes, let start = bytes.trimmed(line).first {
        if bytes[start] == UInt8(ascii: "{") || FormBody.isOne(bytes, start..<end) { return false }
        // Nothing but a header names all columns, whatever stands behind it.
        if lines.isEmpty, (try? CSVHeader(bytes, line)) != nil { return true }
        lines.append(line)
      }
      for place in line where bytes[place] == UInt8(ascii: "\"") { isInQuotes.toggle() }
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
