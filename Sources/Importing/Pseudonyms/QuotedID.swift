import ReceiptModel

/// An id as the words of vendors and extensions quote it: in upper or lower case, with or without dashes, as in the form
/// of a UUID, and percent-encoded or not.
///
/// What is kept of a text is its first KiB, so an id may be cut at its end; its beginning is looked for there, too.
struct QuotedID {
  /// Bytes of an id, its dashes aside, from which on it is looked for; a shorter one may be part of any word.
  static let leastBytes = 8
  /// Bytes of an id from which on it is found where a text was cut in it; fewer may be the beginning of any word.
  static let leastBeginning = 4

  /// In lower case.
  private let id: [UInt8]
  private let skipsDashes: Bool

  /// - Returns: `nil` for an id that is not looked for.
  init?(_ id: some Collection<UInt8>) {
    guard id.count >= Self.leastBytes else { return nil }
    self.id = id.map(\.lowercasedASCII)
    skipsDashes = id.count(where: { $0 != Self.dash }) >= Self.leastBytes
  }

  /// The text with a pseudonym in each place where the id stands, cut as texts are; `nil` when it stands nowhere.
  func replaced(in text: ArraySlice<UInt8>, by pseudonym: [UInt8]) -> [UInt8]? {
    var replaced: [UInt8] = []
    var copied = text.startIndex
    var position = text.startIndex
    while position < text.endIndex {
      if let end = end(in: text, from: position, next: 0) {
        replaced += text[copied..<position] + pseudonym
        copied = end
        position = end
      } else {
        position += 1
      }
    }
    return copied == text.startIndex ? nil : Self.cut(replaced + text[copied...])
  }

  /// Where the quotation ends that goes on at a position with the id's byte `next`; `nil` when it does not.
  private func end(in text: ArraySlice<UInt8>, from start: Int, next first: Int) -> Int? {
    var position = start
    var next = first
    while next < id.count {
      guard position < text.endIndex else {
        let isWhole = skipsDashes && id[next...].allSatisfy { $0 == Self.dash }
        return isWhole || Self.endsCut(text, after: next) ? text.endIndex : nil
      }
      let byte = text[position]
      if byte == Self.percent {
        // A percent sign of the id's own stands for itself or is encoded like any byte.
        if let decoded = Self.decoded(text[position...]), decoded.lowercasedASCII == id[next],
          let end = end(in: text, from: position + 3, next: next + 1)
        {
          return end
        }
        if id[next] != Self.percent, position + 2 >= text.endIndex, Self.endsCut(text, after: next) {
          return text.endIndex
        }
      }
      if byte.lowercasedASCII == id[next] {
        position += 1
        next += 1
      } else if skipsDashes, next > 0, byte == Self.dash {
        position += 1
      } else if skipsDashes, id[next] == Self.dash {
        next += 1
      } else {
        return nil
      }
    }
    return position
  }

  /// Whether a text may have been cut in an id of which so many bytes stand at its end.
  private static func endsCut(_ text: ArraySlice<UInt8>, after count: Int) -> Bool {
    // Before a character of up to four bytes that had no room.
    count >= leastBeginning && text.count > Attribute.lengthLimit - 4
  }

  /// A pseudonym may be longer than the id in whose place it stands.
  private static func cut(_ text: [UInt8]) -> [UInt8] {
    guard text.count > Attribute.lengthLimit else { return text }
    var end = Attribute.lengthLimit
    while text[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(text[..<end])
  }

  /// The byte that a percent sign and two digits at the beginning stand for.
  private static func decoded(_ text: ArraySlice<UInt8>) -> UInt8? {
    guard text.count > 2, let high = text[text.startIndex + 1].hexadecimalValue,
      let low = text[text.startIndex + 2].hexadecimalValue
    else { return nil }
    return high << 4 | low
  }

  private static let dash = UInt8(ascii: "-")
  private static let percent = UInt8(ascii: "%")
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
