import Digest
import ReceiptModel

/// The key that turns device ids and tokens into pseudonyms.
///
/// The pseudonym of an id is the first half of its HMAC-SHA-256, as 32 lower-case hexadecimal digits: the same key gives
/// the same pseudonym, and without the key nobody gets from one to the other, not even by trying ids.
package struct PseudonymKey: Sendable {
  private let hash: KeyedHash
  /// Tells two keys apart and says nothing of either.
  package let mark: Int64
  /// The file it was read from, which is no log wherever it lies.
  var path: String?

  /// Bytes of a key.
  static let length = 32

  init(_ secret: Span<UInt8>) {
    hash = KeyedHash(key: secret)
    mark = Int64(bitPattern: Self.words(hash.code(of: Self.marked.span)).first)
  }

  /// What the mark is a code of; no device has this id.
  private static let marked = Array("pushledger pseudonyms".utf8)

  /// The pseudonym of an id, whatever it looks like; none of an empty one.
  package func pseudonym(of id: String) -> String {
    let bytes = Array(id.utf8)
    guard !bytes.isEmpty else { return "" }
    return pseudonym(of: bytes.span).hexadecimal
  }

  /// The pseudonym of an id in its own bytes; there is at least one byte.
  func pseudonym(of id: Span<UInt8>) -> DeviceKey {
    let (high, low) = Self.words(hash.code(of: id))
    return DeviceKey(high: high, low: low)
  }

  /// The first sixteen bytes of a code, as two numbers whose first byte is the highest.
  private static func words(_ code: InlineArray<32, UInt8>) -> (first: UInt64, second: UInt64) {
    var words: (first: UInt64, second: UInt64) = (0, 0)
    for index in 0..<8 {
      words.first = words.first << 8 | UInt64(code[index])
      words.second = words.second << 8 | UInt64(code[index + 8])
    }
    return words
  }
}
