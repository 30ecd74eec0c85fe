import ReceiptModel

/// The network that an address lies in: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address.
///
///     198.51.100.7                    198.51.100.0/24
///     2001:db8:1:2::7                 2001:db8:1::/48
///     ::ffff:198.51.100.7             198.51.100.0/24, since it is an IPv4 address in IPv6's clothes
///     198.51.100.7:4711, [::1]:443    the port is none of the address
///
/// Addresses are read strictly, as `inet_pton` does: nothing shortened, no leading zeros in IPv4, no zone.
enum NetworkPrefix: Equatable {
  /// The three bytes that an IPv4 address begins with, in the lowest 24 bits.
  case v4(UInt32)
  /// The three groups that an IPv6 address begins with.
  case v6(UInt16, UInt16, UInt16)

  /// The network of the address that is all of `range`; `nil` when that is no address.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    // The longest is an IPv6 address with an IPv4 one at its end, in brackets and with a port.
    guard (2...53).contains(range.count) else { return nil }
    if bytes[range.lowerBound] == UInt8(ascii: "[") {
      guard let close = range.last(where: { bytes[$0] == UInt8(ascii: "]") }),
        Self.isPort(bytes, close + 1..<range.upperBound)
      else { return nil }
      self.init(v6: bytes, range.lowerBound + 1..<close)
      return
    }
    let firstMark = range.first { bytes[$0] == UInt8(ascii: ":") || bytes[$0] == UInt8(ascii: ".") }
    guard let firstMark else { return nil }
    guard bytes[firstMark] == UInt8(ascii: ".") else {
      self.init(v6: bytes, range)
      return
    }
    let end = range.first { bytes[$0] == UInt8(ascii: ":") } ?? range.upperBound
    guard let address = Self.v4(bytes, range.lowerBound..<end),
      Self.isPort(bytes, end..<range.upperBound)
    else { return nil }
    self = .v4(address >> 8)
  }

  private init?(v6 bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let groups = Self.v6(bytes, range) else { return nil }
    if groups[5] == 0xFFFF, (0..<5).allSatisfy({ groups[$0] == 0 }) {
      self = .v4(UInt32(groups[6]) << 8 | UInt32(groups[7]) >> 8)
    } else {
      self = .v6(groups[0], groups[1], groups[2])
    }
  }

  /// Adds the network in canonical text, as RFC 5952 has it, with its length.
  func append(to text: inout [UInt8]) {
    switch self {
    case .v4(let bits):
      for shift: UInt32 in [16, 8, 0] {
        text += String(bits >> shift & 0xFF).utf8
        text.append(UInt8(ascii: "."))
      }
      text += "0/24".utf8
    case .v6(let first, let second, let third):
      // The five groups behind are zeros, so the longest row of zeros is the one at the end, however far it reaches.
      let groups = [first, second, third]
      let kept = groups[...(groups.lastIndex { $0 != 0 } ?? -1)]
      text += kept.map { String($0, radix: 16) }.joined(separator: ":").utf8
      text += "::/48".utf8
    }
  }
}

// MARK: - Addresses

extension NetworkPrefix {
  /// Whether nothing is left, or a colon and a number of 16 bits.
  private static func isPort(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    guard bytes[range.lowerBound] == UInt8(ascii: ":"), (2...6).contains(range.count) else { return false }
    var port = 0
    for index in range.dropFirst() {
      guard let digit = bytes[index].hexadecimalValue, digit < 10 else { return false }
      port = port * 10 + Int(digit)
    }
    return port <= 0xFFFF
  }

  /// The bits of four numbers with points between them.
  private static func v4(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt32? {
    var address: UInt32 = 0
    var (parts, digits) = (0, 0)
    var part: UInt32 = 0
    for index in range {
      if bytes[index] == UInt8(ascii: ".") {
        guard digits > 0, parts < 3 else { return nil }
        address = address << 8 | part
        (parts, digits, part) = (parts + 1, 0, 0)
      } else {
        guard let digit = bytes[index].hexadecimalValue, digit < 10, digits == 0 || part > 0 else {
          return nil
        }
        part = part * 10 + UInt32(digit)
        guard part <= 0xFF else { return nil }
        digits += 1
      }
    }
    return parts == 3 && digits > 0 ? address << 8 | part : nil
  }

  /// The eight groups of an IPv6 address; the last two may be written as an IPv4 address.
  private static func v6(_ bytes: Span<UInt8>, _ range: Range<Int>) -> InlineArray<8, UInt16>? {
    let colon = UInt8(ascii: ":")
    var groups = InlineArray<8, UInt16>(repeating: 0)
    var count = 0
    // How many groups stand before the two colons that leave out zeros.
    var gap: Int?
    var position = range.lowerBound
    if range.count >= 2, bytes[position] == colon {
      guard bytes[position + 1] == colon else { return nil }
      (gap, position) = (0, position + 2)
    }
    while position < range.upperBound {
      guard count < 8 else { return nil }
      let start = position
      var group: UInt16 = 0
      while position < range.upperBound, position - start < 4, let digit = bytes[position].hexadecimalValue {
        group = group << 4 | UInt16(digit)
        position += 1
      }
      if position < range.upperBound, bytes[position] == UInt8(ascii: ".") {
        guard count <= 6, let address = v4(bytes, start..<range.upperBound) else { return nil }
        groups[count] = UInt16(truncatingIfNeeded: address >> 16)
        groups[count + 1] = UInt16(truncatingIfNeeded: address)
        count += 2
        break
      }
      guard position > start else { return nil }
      groups[count] = group
      count += 1
      guard position < range.upperBound else { break }
      guard bytes[position] == colon, position + 1 < range.upperBound else { return nil }
      position += 1
      if bytes[position] == colon {
        guard gap == nil else { return nil }
        (gap, position) = (count, position + 1)
      }
    }
    guard let gap else { return count == 8 ? groups : nil }
    guard count < 8 else { return nil }
    let moved = count - gap
    for back in 0..<moved { groups[7 - back] = groups[count - 1 - back] }
    for index in gap..<8 - moved { groups[index] = 0 }
    return groups
  }
}
