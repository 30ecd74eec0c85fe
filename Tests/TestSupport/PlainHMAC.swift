import Digest

/// HMAC-SHA-256 as RFC 2104 has it, without anything that is prepared.
public enum PlainHMAC {
  /// The code as 64 hexadecimal digits.
  public static func code(of message: [UInt8], key: [UInt8]) -> String {
    let short = key.count > 64 ? bytes(SHA256.hex(key.span)) : key
    let block = short + Array(repeating: 0, count: 64 - short.count)
    let inner = block.map { $0 ^ 0x36 } + message
    let outer = block.map { $0 ^ 0x5C } + bytes(SHA256.hex(inner.span))
    return SHA256.hex(outer.span)
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
