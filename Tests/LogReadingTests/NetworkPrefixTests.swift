import ReferenceLedger
import TestSupport
import Testing

@testable import LogReading

/// Addresses and the networks they are shortened to, against the system's own `inet_pton`.
struct NetworkPrefixTests {
  private static func network(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let network = NetworkPrefix(bytes.span, 0..<bytes.count) else { return nil }
    var result: [UInt8] = []
    network.append(to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("198.51.100.7", "198.51.100.0/24"), ("198.51.100.7:4711", "198.51.100.0/24"),
      ("10.0.0.1", "10.0.0.0/24"), ("255.255.255.255", "255.255.255.0/24"), ("0.0.0.0", "0.0.0.0/24"),
      ("2001:db8:1:2::7", "2001:db8:1::/48"), ("2001:DB8:1:2:3:4:5:6", "2001:db8:1::/48"),
      ("[2001:db8::1]:443", "2001:db8::/48"), ("[fd00::1]", "fd00::/48"),
      ("fd12:3456:789a:1::1", "fd12:3456:789a::/48"),
      ("::ffff:198.51.100.7", "198.51.100.0/24"), ("::ffff:c633:6407", "198.51.100.0/24"),
      ("[::ffff:198.51.100.7]:80", "198.51.100.0/24"), ("::1", "::/48"), ("::", "::/48"),
      ("0:1::", "0:1::/48"),
      ("0:0:1::", "0:0:1::/48"), ("1::", "1::/48"), ("64:ff9b::198.51.100.7", "64:ff9b::/48"),
      ("1:2:3:4:5:6:198.51.100.7", "1:2:3::/48"), ("2001:0db8:0001::", "2001:db8:1::/48"),
    ])
  func `an address is shortened to its network in canonical text`(address: String, network: String) {
    #expect(Self.network(address) == network)
    #expect(ReferenceNetwork.of(address) == network)
  }

  @Test(
    arguments: [
      "", "1", "unknown", "198.51.100", "198.51.100.7.1", "198.51.100.256", "198.51.100.07", "198.51..7",
      ".198.51.100.7", "198.51.100.7.", "198.51.100.7:", "198.51.100.7:65536", "198.51.100.7:1a",
      "198.51.100.7:123456", " 198.51.100.7", "198.51.100.7, 203.0.113.5", "198.51.100.7/24", "3325256711",
      "[198.51.100.7]:80", "[::1", "[::1]443", "[::1]:", "[]", ":", ":::", "1:", ":1", "1::2::3",
      "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "1:2:3:4::5:6:7:8", "12345::", "::g",
      "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.4.5", "fe80::1%eth0", "1.2.3.4::", "::1:",
    ])
  func `what is no address has no network`(text: String) {
    #expect(Self.network(text) == nil)
    #expect(ReferenceNetwork.of(text) == nil)
  }

  @Test(arguments: seeds(0..<9 as Range<UInt64>))
  func `random and damaged addresses are read as the system reads them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var readable = 0
    for _ in 0..<5_000 {
      var text = Self.address(&random)
      for _ in 0..<Int.random(in: 0..<3, using: &random) { Self.damage(&text, &random) }
      let network = Self.network(text)
      #expect(network == ReferenceNetwork.of(text), "\(text)")
      if network != nil { readable += 1 }
    }
    #expect((1_000..<4_500).contains(readable))
  }

  private static func address(_ random: inout SeededGenerator) -> String {
    func four() -> String {
      (0..<4).map { _ in
        String([0, 1, 9, 10, 99, 100, 199, 249, 250, 255, 256].randomElement(using: &random) ?? 0)
      }.joined(separator: ".")
    }
    let port = Bool.random(using: &random) ? ":" + String(Int.random(in: 0...70_000, using: &random)) : ""
    guard Int.random(in: 0..<3, using: &random) > 0 else { return four() + port }
    var groups = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      ["0", "0", "00", "1", "ffff", "FFFF", "0db8", "2001", "c633"].randomElement(using: &random) ?? ""
    }
    if Int.random(in: 0..<4, using: &random) == 0 { groups.append(four()) }
    if groups.count < 8 || Bool.random(using: &random) {
      groups.insert("", at: Int.random(in: 0...groups.count, using: &random))
    }
    var text = groups.joined(separator: ":")
    if groups.first == "" { text = ":" + text }
    if groups.last == "", groups.count > 1 { text += ":" }
    if Int.random(in: 0..<6, using: &random) == 0 { text = "::ffff:" + four() }
    return Int.random(in: 0..<3, using: &random) == 0 ? "[\(text)]" + port : text
  }

  private static func damage(_ text: inout String, _ random: inout SeededGenerator) {
    guard !text.isEmpty else { return }
    let place = text.index(text.startIndex, offsetBy: Int.random(in: 0..<text.count, using: &random))
    let letter =
      ["0", "1", "9", "a", "F", ":", ".", "[", "]", "g", " ", "%"].randomElement(using: &random) ?? "0"
    switch Int.random(in: 0..<3, using: &random) {
    case 0: text.remove(at: place)
    case 1: text.insert(contentsOf: letter, at: place)
    default: text.replaceSubrange(place...place, with: letter)
    }
  }
}
