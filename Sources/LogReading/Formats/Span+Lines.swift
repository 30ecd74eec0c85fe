extension Span where Element == UInt8 {
  /// What is left of a line without byte order mark, leading and trailing white space.
  func trimmed(_ line: Range<Int>) -> Range<Int> {
    var lower = afterMark(line)
    var upper = line.upperBound
    while lower < upper, isSpace(self[lower]) { lower += 1 }
    while lower < upper, isSpace(self[upper - 1]) { upper -= 1 }
    return lower..<upper
  }

  /// Where a line begins behind a byte order mark; files joined together may hold one at any line.
  func afterMark(_ line: Range<Int>) -> Int {
    let start = line.lowerBound
    guard line.count >= 3, self[start] == 0xEF, self[start + 1] == 0xBB, self[start + 2] == 0xBF else {
      return start
    }
    return start + 3
  }

  /// Whether text begins with a fence, the line that pages put before and behind a record: ```` ```json ````.
  func isFenced(_ text: Range<Int>) -> Bool {
    text.count >= 3 && text.prefix(3).allSatisfy { self[$0] == UInt8(ascii: "`") }
  }

  /// What is left of the beginning of a log without blank space and the line of a fence.
  func unfenced(_ head: Range<Int>) -> Range<Int> {
    let text = trimmed(head)
    guard isFenced(text), let newline = firstNewline(in: text) else { return text }
    return trimmed(newline..<text.upperBound)
  }

  /// How many line ends there are in `range`.
  func newlines(in range: Range<Int>) -> Int {
    var count = 0
    var position = range.lowerBound
    while let newline = firstNewline(in: position..<range.upperBound) {
      count += 1
      position = newline + 1
    }
    return count
  }

  /// The first place of `range` where a value begins, whatever stands before it.
  ///
  /// It is a line that begins as an object does, behind one that ends as one does: within a value that is well-formed
  /// there is none.
  func firstSeam(in range: Range<Int>) -> Int? {
    var position = range.lowerBound
    while position < range.upperBound {
      if isSeam(position) { return position }
      guard let newline = firstNewline(in: position..<range.upperBound) else { return nil }
      position = newline + 1
    }
    return nil
  }

  private func isSeam(_ position: Int) -> Bool {
    guard position > 1, self[position] == UInt8(ascii: "{"), self[position - 1] == UInt8(ascii: "\n") else {
      return false
    }
    let before = self[position - 2]
    return before == UInt8(ascii: "}")
      || before == UInt8(ascii: "\r") && position > 2 && self[position - 3] == UInt8(ascii: "}")
  }

  /// The end of a line without the carriage return of its line end.
  func endWithoutReturn(_ line: Range<Int>) -> Int {
    guard let last = line.last, self[last] == UInt8(ascii: "\r") else { return line.upperBound }
    return last
  }

  /// Whether all of `range` is one object by its brackets: no part of an object is one.
  func isWholeObject(_ range: Range<Int>) -> Bool {
    guard let first = range.first, self[first] == UInt8(ascii: "{") else { return false }
    return JSONExtent(self, range) == .ends(range.upperBound)
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\n")
  }
}
