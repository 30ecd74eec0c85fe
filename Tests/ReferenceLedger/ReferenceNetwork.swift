import Foundation

/// The network of an address, by the system's own reading and writing of addresses.
package enum ReferenceNetwork {
  /// `198.51.100.0/24` or `2001:db8:1::/48`; `nil` when the text, with or without a port, is no address.
  package static func of(_ text: String) -> String? {
    if let parts = text.wholeMatch(of: #/\[(?<host>.*)\](?::(?<port>[0-9]{1,5}))?/#) {
      return isPort(parts.port) ? network(String(parts.host), AF_INET6) : nil
    }
    if let parts = text.wholeMatch(of: #/(?<host>[^:]*)(?::(?<port>[0-9]{1,5}))?/#) {
      return isPort(parts.port) ? network(String(parts.host), AF_INET) : nil
    }
    return network(text, AF_INET6)
  }

  private static func isPort(_ digits: Substring?) -> Bool {
    (digits.map { Int($0) ?? .max } ?? 0) <= 65_535
  }

  private static func network(_ host: String, _ family: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard unsafe inet_pton(family, host, &bytes) == 1 else { return nil }
    if family == AF_INET6, bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
      return network(bytes[12...].map(String.init).joined(separator: "."), AF_INET)
    }
    let kept = family == AF_INET ? 3 : 6
    for index in kept..<16 { bytes[index] = 0 }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return nil }
    let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(address)/\(kept * 8)"
  }
}
