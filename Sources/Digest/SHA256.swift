import CDigest

/// SHA-256 by Nettle, which uses the processor's own instructions for it.
package struct SHA256: Sendable {
  private var context = sha256_ctx()

  package init() { unsafe nettle_sha256_init(&context) }

  package mutating func update(_ bytes: Span<UInt8>) {
    // The pointer is used only inside the closure.
    unsafe bytes.withUnsafeBufferPointer { unsafe nettle_sha256_update(&context, $0.count, $0.baseAddress) }
  }

  package mutating func update(_ text: String) {
    let bytes = Array(text.utf8)
    update(bytes.span)
  }

  /// The digest as 64 hexadecimal digits.
  package consuming func hex() -> String {
    let bytes = digest()
    return bytes.indices.map { place in
      let text = String(bytes[place], radix: 16)
      return bytes[place] < 16 ? "0" + text : text
    }.joined()
  }

  /// The digest in base64, as web pages name the content they allow.
  package consuming func base64() -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    // 32 bytes are ten groups of three and one of two, whose last place is padding.
    let bytes = digest()
    var text: [UInt8] = []
    for group in stride(from: 0, to: bytes.count, by: 3) {
      let last = group + 2 < bytes.count ? Int(bytes[group + 2]) : 0
      let bits = Int(bytes[group]) << 16 | Int(bytes[group + 1]) << 8 | last
      for shift in [18, 12, 6, 0] { text.append(alphabet[bits >> shift & 63]) }
    }
    return String(decoding: text.dropLast(), as: UTF8.self) + "="
  }

  /// The digest as four numbers of 64 bits, the least significant first.
  package consuming func words() -> InlineArray<4, UInt64> {
    let bytes = digest()
    var words = InlineArray<4, UInt64>(repeating: 0)
    for index in bytes.indices {
      words[3 - index / 8] = words[3 - index / 8] << 8 | UInt64(bytes[index])
    }
    return words
  }

  /// The digest as it is, 32 bytes.
  consuming func digest() -> InlineArray<32, UInt8> {
    var digest = InlineArray<32, UInt8>(repeating: 0)
    var bytes = digest.mutableSpan
    // As in `update`.
    unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe nettle_sha256_digest(&context, $0.count, $0.baseAddress)
    }
    return digest
  }

  /// The digest of some bytes as 64 hexadecimal digits.
  package static func hex(_ bytes: Span<UInt8>) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hex()
  }
}
