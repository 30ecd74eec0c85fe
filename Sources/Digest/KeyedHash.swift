import CDigest

/// HMAC-SHA-256 of RFC 2104 under one key.
///
/// What the key does to the inner and to the outer hash is done once and copied for each message, so that a message of up
/// to 55 bytes costs two blocks of SHA-256 and not four.
package struct KeyedHash: Sendable {
  /// After the key's block: what begins the hash of a message, and the hash of that hash.
  private let (inner, outer): (SHA2_CTX, SHA2_CTX)

  private static let blockLength = 64

  /// - Parameter key: of any length; one longer than a block counts by its SHA-256, as the RFC has it.
  package init(key: Span<UInt8>) {
    var block = InlineArray<64, UInt8>(repeating: 0)
    if key.count > Self.blockLength {
      var long = Self.begun()
      Self.add(key, to: &long)
      let digest = Self.finish(&long)
      for index in digest.indices { block[index] = digest[index] }
    } else {
      for index in key.indices { block[index] = key[index] }
    }
    (inner, outer) = (Self.begun(with: block, xor: 0x36), Self.begun(with: block, xor: 0x5C))
  }

  /// The code of a message, 32 bytes.
  package func code(of message: Span<UInt8>) -> InlineArray<32, UInt8> {
    var hash = inner
    Self.add(message, to: &hash)
    let digest = Self.finish(&hash)
    hash = outer
    Self.add(digest.span, to: &hash)
    return Self.finish(&hash)
  }

  private static func begun() -> SHA2_CTX {
    var context = SHA2_CTX()
    unsafe SHA256Init(&context)
    return context
  }

  private static func begun(with key: InlineArray<64, UInt8>, xor pad: UInt8) -> SHA2_CTX {
    var context = begun()
    let block = InlineArray<64, UInt8> { key[$0] ^ pad }
    add(block.span, to: &context)
    return context
  }

  // The pointers of both are used only inside the closures.

  private static func add(_ bytes: Span<UInt8>, to context: inout SHA2_CTX) {
    unsafe bytes.withUnsafeBufferPointer { unsafe SHA256Update(&context, $0.baseAddress, $0.count) }
  }

  private static func finish(_ context: inout SHA2_CTX) -> InlineArray<32, UInt8> {
    var digest = InlineArray<32, UInt8>(repeating: 0)
    var bytes = digest.mutableSpan
    unsafe bytes.withUnsafeMutableBufferPointer { unsafe SHA256Final($0.baseAddress, &context) }
    return digest
  }
}
