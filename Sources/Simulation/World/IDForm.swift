import ReceiptModel

/// How an id is written.
enum IDForm: CaseIterable, Sendable {
  /// As Alibaba does: a device's 32 hexadecimal digits, a message's 17 decimal ones.
  case usual
  case uuid
  /// `u12` of a device, `12` of a message.
  case short
  /// 64 hexadecimal digits.
  case long
  /// With characters that are not ASCII.
  case unicode

  /// A form that is the same for the same bits.
  init(of bits: UInt64) { self = Self.allCases[Int(RandomStream.mix(bits) % UInt64(Self.allCases.count))] }

  /// - Parameter key: its lower half is the number of the device, or else is no smaller than needed for its form.
  func text(of key: DeviceKey) -> String {
    switch self {
    case .usual: Self.hexadecimal([key.high, key.low])
    case .uuid: Self.uuid(key)
    case .short: "u\(key.low)"
    case .long: Self.hexadecimal([key.high, key.low, RandomStream.mix(key.high), RandomStream.mix(key.low)])
    case .unicode: "设备-\(key.low)-é"
    }
  }

  /// - Parameter id: 17 digits of a simulated message.
  func text(ofMessage id: UInt64) -> String {
    let key = DeviceKey(high: RandomStream.mix(id), low: id)
    return switch self {
    case .usual: "\(id)"
    case .uuid: Self.uuid(key)
    case .short: "\(id % 1_000_000_000)"
    case .long: Self.hexadecimal([key.high, key.low, RandomStream.mix(key.high), RandomStream.mix(key.low)])
    case .unicode: "秋季促销-№\(id)"
    }
  }

  private static func hexadecimal(_ halves: [UInt64]) -> String {
    halves.map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  private static func uuid(_ key: DeviceKey) -> String {
    let digits = Array(hexadecimal([key.high, key.low]).uppercased())
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}
