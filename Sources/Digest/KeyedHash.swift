/// HMAC-SHA-256 of RFC 2104 under one key.
///
/// What the key does to the inner and to the outer hash is done once and copied for each message, so that a message of up
/// to 55 bytes costs two blocks of SHA-256 and not four.
package struct KeyedHash: Sendable {
  /// After the key's block: what begins the hash of a message, and the hash of that hash.
  private let (inner, outer): (SHA256, SHA256)

  private static let blockLength = 64

  /// - Parameter key: of any length; one longer than a block counts by its SHA-256, as the RFC has it.
  package init(key: Span<UInt8>) {
    var block = InlineArray<64, UInt8>(repeating: 0)
    if key.count > Self.blockLength {
      var long = SHA256()
      long.update(key)
      let digest = long.digest()
      for index in digest.indices { block[index] = digest[index] }
    } else {
      for index in key.indices { block[index] = key[index] }
    }
    (inner, outer) = (Self.begun(with: block, xor: 0x36), Self.begun(with: block, xor: 0x5C))
  }

  /// The code of a message, 32 bytes.
  package func code(of message: Span<UInt8>) -> InlineArray<32, UInt8> {
    var hash = inner
    hash.update(message)
    let digest = hash.digest()
    hash = outer
    hash.update(digest.span)
    return hash.digest()
  }

  private static func begun(with key: InlineArray<64, UInt8>, xor pad: UInt8) -> SHA256 {
    let block = InlineArray<64, UInt8> { key[$0] ^ pad }
    var hash = SHA256()
    hash.update(block.span)
    return hash
  }
}
