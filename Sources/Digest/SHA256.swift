internal import CDigest

/// SHA-256 by libmd, the library that Debian's own package tools use.
package struct SHA256: ~Copyable {
  private var context = SHA2_CTX()

  package init() { unsafe SHA256Init(&context) }

  package mutating func update(_ bytes: Span<UInt8>) {
    // The pointer is used only inside the closure.
    unsafe bytes.withUnsafeBufferPointer { unsafe SHA256Update(&context, $0.baseAddress, $0.count) }
  }

  package mutating func update(_ text: String) {
    let bytes = Array(text.utf8)
    update(bytes.span)
  }

  /// The digest as 64 hexadecimal digits.
  package consuming func hex() -> String {
    finish().map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }.joined()
  }

  /// The digest as four numbers of 64 bits, the least significant first.
  package consuming func words() -> InlineArray<4, UInt64> {
    let bytes = finish()
    var words = InlineArray<4, UInt64>(repeating: 0)
    for (index, byte) in bytes.enumerated() {
      words[3 - index / 8] = words[3 - index / 8] << 8 | UInt64(byte)
    }
    return words
  }

  private consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe digest.withUnsafeMutableBufferPointer { unsafe SHA256Final($0.baseAddress, &context) }
    return digest
  }

  /// The digest of some bytes as 64 hexadecimal digits.
  package static func hex(_ bytes: Span<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hex()
  }
}
