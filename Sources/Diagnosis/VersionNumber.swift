import ReceiptModel

/// A version of an app or of a system, in the order in which people number them: 3.10 comes after 3.9.
///
/// Numbers are compared as numbers, words by bytes. A word after the numbers is what comes before a release: 3.0-beta lies
/// before 3.0. Words before the first number, as in `iOS 17`, play no role, and neither do signs between the parts.
struct VersionNumber: Comparable {
  let text: String
  /// Bytes whose order is that of versions: of each part its rank, of a number how long it is, and what it is made of.
  private let key: [UInt8]

  /// What may come at a place, in order; all are less than letters.
  private enum Rank {
    static let word: UInt8 = 0
    static let end: UInt8 = 1
    static let number: UInt8 = 2
  }

  init(_ text: String) {
    self.text = text
    var key: [UInt8] = []
    var run: [UInt8] = []
    func endRun() {
      guard let first = run.first else { return }
      if Self.isDigit(first) {
        let digits = run.drop { $0 == UInt8(ascii: "0") }
        key.append(Rank.number)
        for shift in stride(from: 24, through: 0, by: -8) {
          key.append(UInt8(truncatingIfNeeded: digits.count >> shift))
        }
        key += digits
      } else if !key.isEmpty {
        key.append(Rank.word)
        key += run
      }
      run = []
    }
    for byte in text.utf8 {
      let isPart = Self.isDigit(byte) || Self.isLetter(byte)
      if let last = run.last, !isPart || Self.isDigit(last) != Self.isDigit(byte) { endRun() }
      if isPart { run.append(byte) }
    }
    endRun()
    key.append(Rank.end)
    self.key = key
  }

  static func == (left: VersionNumber, right: VersionNumber) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    left.key == right.key
      ? left.text.precedesInBytes(right.text) : left.key.lexicographicallyPrecedes(right.key)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }
}
