import Digest
import TestSupport
import Testing

/// HMAC-SHA-256 with states that are prepared once gives what the RFC and its definition give.
struct KeyedHashTests {
  struct Vector: Sendable {
    var key: [UInt8]
    var message: [UInt8]
    var code: String
  }

  /// The seven cases of RFC 4231, section 4; of the fifth it tells the first 16 bytes only.
  private static let vectors = [
    Vector(
      key: Array(repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Vector(
      key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Vector(
      key: Array(repeating: 0xAA, count: 20), message: Array(repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Vector(
      key: Array(1...25), message: Array(repeating: 0xCD, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Vector(
      key: Array(repeating: 0x0C, count: 20), message: Array("Test With Truncation".utf8),
      code: "a3b6167473100ee06e0c796c2955552b"),
    Vector(
      key: Array(repeating: 0xAA, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Vector(
      key: Array(repeating: 0xAA, count: 131),
      message: Array(
        """
        This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed \
        before being used by the HMAC algorithm.
        """.utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test(arguments: vectors) func `codes are those of RFC 4231`(vector: Vector) {
    let hash = KeyedHash(key: vector.key.span)
    // Twice: the prepared states are not used up.
    for _ in 0..<2 { #expect(hash.code(of: vector.message.span).hex.hasPrefix(vector.code)) }
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func `codes are those of the definition`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let lengths = [0, 1, 31, 32, 54, 55, 56, 63, 64, 65, 127, 128, 200]
    let key = Array.random(lengths.randomElement(using: &random) ?? 0, using: &random)
    let message = Array.random(lengths.randomElement(using: &random) ?? 0, using: &random)
    #expect(KeyedHash(key: key.span).code(of: message.span).hex == PlainHMAC.code(of: message, key: key))
  }
}

extension InlineArray where Element == UInt8 {
  fileprivate var hex: String {
    indices.map { (self[$0] < 16 ? "0" : "") + String(self[$0], radix: 16) }.joined()
  }
}

extension [UInt8] {
  fileprivate static func random(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }
}
