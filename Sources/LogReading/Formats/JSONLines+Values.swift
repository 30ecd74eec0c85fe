import ReceiptModel

/// Values among JSON Lines that are not one object a line: arrays, envelopes, objects over several lines.
///
/// Where a value begins has to be known by whoever begins to read anywhere in the file, as the readers of its parts do.
/// So a value is over, whole or not, where a line begins with `{` behind one that ends with `}` (`Span.firstSeam`): in
/// JSON Lines nearly every line does, and within a value none. A value that is not whole there was cut, and takes
/// nothing with it that stands behind.
extension JSONLines {
  mutating func readOther(
    _ bytes: Span<UInt8>, _ range: Range<Int>, until end: JSONValues.End, account: inout RecordAccount,
    into batch: inout EventBatch
  ) throws(InputError) -> Int? {
    if isBehindValue, let next = passLineEnd(bytes, range, end, &account) { return next }
    var start = range.lowerBound
    if !values.isInside {
      start = bytes.startOfContent(range)
      guard start < range.upperBound else { return nil }
      switch beginning(bytes, start..<range.upperBound, end, &account) {
      case .line: return nil
      case .value: break
      case .unknown: return range.lowerBound
      case .cut(let pending):
        account.pendingBytes = pending
        return range.lowerBound
      }
    }
    // One byte on, since a value may begin with a seam itself.
    let seam = bytes.firstSeam(in: min(start + 1, range.upperBound)..<range.upperBound)
    let position = try values.read(
      bytes, start..<(seam ?? range.upperBound), until: seam != nil ? .last : end, account: &account,
      into: &batch)
    if let seam, position == seam {
      values.leave()
    } else if !values.isInside, position > start {
      // The last line of the value; should more than its end stand behind, that counts it.
      account.pass(lineEnds: 1, next: position)
      isBehindValue = true
      isWithinLine = false
    }
    return position
  }

  /// Steps over the rest of a value's last line.
  ///
  /// - Returns: `nil` where something stands behind the value on its line.
  private mutating func passLineEnd(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ end: JSONValues.End, _ account: inout RecordAccount
  ) -> Int? {
    let start = bytes.startOfContent(range)
    if start == range.upperBound {
      if end != .more { account.pass(lineEnds: 0, next: start) }
      return end == .more ? range.lowerBound : start
    }
    isBehindValue = false
    guard bytes[start] == UInt8(ascii: "\n") else {
      account.pass(lineEnds: -1, next: range.lowerBound)
      isWithinLine = true
      return nil
    }
    account.pass(lineEnds: 0, next: start + 1)
    return start + 1
  }
}

// MARK: - Beginnings

extension JSONLines {
  private enum Beginning {
    /// A line of its own.
    case line
    case value
    /// More bytes are needed to tell.
    case unknown
    /// A value that may still be written, of so many bytes until now.
    case cut(Int)
  }

  /// What begins at the start of `range`, which is no blank.
  private func beginning(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ end: JSONValues.End, _ account: inout RecordAccount
  ) -> Beginning {
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "["): arrayBeginning(bytes, range, end)
    case UInt8(ascii: "{"): objectBeginning(bytes, range, end, &account)
    default: .line
    }
  }

  /// An array of objects, or an empty one; a line of a log in text may begin with a bracket, too.
  private func arrayBeginning(_ bytes: Span<UInt8>, _ range: Range<Int>, _ end: JSONValues.End) -> Beginning {
    var position = range.lowerBound + 1
    JSONScanner.skipSpace(bytes, &position, range.upperBound)
    while position < range.upperBound, let comment = JSONComment(bytes, position..<range.upperBound) {
      position = comment.end ?? range.upperBound
      JSONScanner.skipSpace(bytes, &position, range.upperBound)
    }
    guard position < range.upperBound else { return cutBeginning(range, end) }
    return bytes[position] == UInt8(ascii: "{") || bytes[position] == UInt8(ascii: "]") ? .value : .line
  }

  /// What to do with a beginning behind which nothing stands yet.
  private func cutBeginning(_ range: Range<Int>, _ end: JSONValues.End) -> Beginning {
    switch end {
    case .more: range.count <= recordLimit ? .unknown : .line
    case .pause: .cut(range.count)
    case .last: .line
    }
  }

  private func objectBeginning(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ end: JSONValues.End, _ account: inout RecordAccount
  ) -> Beginning {
    let newline = bytes.firstNewline(in: range)
    let line = range.lowerBound..<(newline ?? range.upperBound)
    if let objectEnd = JSONExtent(bytes, line).end {
      let rest = bytes.trimmed(objectEnd..<line.upperBound)
      // A line is one record: what stands behind it refuses the line.
      guard rest.isEmpty else { return .line }
      return values.isEnvelope(bytes, line, end, &account) == true ? .value : .line
    }
    guard let newline else {
      // An envelope may be longer than any record.
      let isEnvelope = range.count > recordLimit && values.isEnvelope(bytes, range, end, &account) == true
      return isEnvelope ? .value : .line
    }
    return spreadBeginning(bytes, range, newline, end, &account)
  }

  /// An object that does not end on its first line: it goes on behind it, or was cut.
  private func spreadBeginning(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ newline: Int, _ end: JSONValues.End,
    _ account: inout RecordAccount
  ) -> Beginning {
    let seam = bytes.firstSeam(in: newline..<range.upperBound)
    let rest = range.lowerBound..<(seam ?? range.upperBound)
    guard !bytes.trimmed(newline..<rest.upperBound).isEmpty else {
      let isBrace = bytes.trimmed(range.lowerBound..<newline).count == 1
      return seam == nil && (isBrace || end == .more) ? cutBeginning(rest, end) : .line
    }
    if !account.sources.isNamed, Envelope.begins(bytes, rest) { return .value }
    switch JSONExtent(bytes, rest) {
    case .ends(let end) where end - range.lowerBound <= recordLimit: return .value
    case .open where seam == nil && rest.count <= recordLimit:
      switch end {
      case .more: return .unknown
      // Behind a line that was cut another one begins, and not the rest of an object.
      case .pause: return bytes.hasLineOfObject(in: newline..<rest.upperBound) ? .line : .cut(rest.count)
      case .last: return .line
      }
    case .ends, .open, .broken: return .line
    }
  }
}

extension Span where Element == UInt8 {
  /// Where the content of a line begins: behind a byte order mark and blanks; a line end when there is none.
  fileprivate func startOfContent(_ range: Range<Int>) -> Int {
    var position = afterMark(range)
    while position < range.upperBound,
      self[position] == UInt8(ascii: " ") || self[position] == UInt8(ascii: "\t")
        || self[position] == UInt8(ascii: "\r")
    {
      position += 1
    }
    return position
  }

  /// Whether a line of `range` begins as an object does.
  fileprivate func hasLineOfObject(in range: Range<Int>) -> Bool {
    var position = range.lowerBound
    while let newline = firstNewline(in: position..<range.upperBound) {
      position = newline + 1
      if position < range.upperBound, self[position] == UInt8(ascii: "{") { return true }
    }
    return false
  }
}
