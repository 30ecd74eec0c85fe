import ReceiptModel

/// A version of an app or of a system, in the order in which people number them: 3.10 comes after 3.9.
///
/// Numbers are compared as numbers, words by bytes. A word after the numbers is what comes before a release: 3.0-beta lies
/// before 3.0. Words before the first number, as in `iOS 17`, play no role, and neither do signs between the parts.
struct VersionNumber: Comparable {
  let text: String
  private let parts: [Part]

  private enum Part {
    case number([UInt8])
    case word([UInt8])
  }

  init(_ text: String) {
    self.text = text
    var parts: [Part] = []
    var run: [UInt8] = []
    func endRun() {
      guard let first = run.first else { return }
      if Self.isDigit(first) {
        parts.append(.number(Array(run.drop { $0 == UInt8(ascii: "0") })))
      } else if !parts.isEmpty {
        parts.append(.word(run))
      }
      run = []
    }
    for byte in text.utf8 {
      let isPart = Self.isDigit(byte) || Self.isLetter(byte)
      if let last = run.last, !isPart || Self.isDigit(last) != Self.isDigit(byte) { endRun() }
      if isPart { run.append(byte) }
    }
    endRun()
    self.parts = parts
  }

  static func == (left: VersionNumber, right: VersionNumber) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    for place in 0..<max(left.parts.count, right.parts.count) {
      let one = place < left.parts.count ? left.parts[place] : nil
      let other = place < right.parts.count ? right.parts[place] : nil
      let order = Self.order(one, other)
      if order != 0 { return order < 0 }
    }
    return left.text.precedesInBytes(right.text)
  }

  /// Below 0 when `one` comes first, 0 when both are the same.
  ///
  /// The end of a version comes after a word and before a number.
  private static func order(_ one: Part?, _ other: Part?) -> Int {
    switch (one, other) {
    case (.number(let one), .number(let other)):
      if one.count != other.count { return one.count - other.count }
      return bytes(one, other)
    case (.word(let one), .word(let other)): return bytes(one, other)
    default: return rank(one) - rank(other)
    }
  }

  private static func bytes(_ one: [UInt8], _ other: [UInt8]) -> Int {
    one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
  }

  private static func rank(_ part: Part?) -> Int {
    switch part {
    case .word: 0
    case nil: 1
    case .number: 2
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }
}
