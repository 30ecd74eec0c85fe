import ReceiptModel
import TestSupport
import Testing

@testable import Importing

/// An id is found in words however they spell it, and where they were cut in the middle of it.
struct QuotedIDTests {
  private static let device = "a692961a92534047ad362575f31f5700"
  private static let uuid = "A692961A-9253-4047-AD36-2575F31F5700"
  private static let token = "ExponentPushToken[xYz-1]"

  /// `*` stands for the pseudonym.
  private func replaced(_ id: String, _ text: String) -> String {
    let bytes = QuotedID(Array(id.utf8))?.replaced(in: Array(text.utf8)[...], by: Array("*".utf8))
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  @Test(arguments: [
    (device, device), (device, device.uppercased()), (device, uuid), (device, uuid.lowercased()),
    (uuid, uuid), (uuid, uuid.lowercased()), (uuid, device), (uuid, device.uppercased()),
    (token, token), (token, token.uppercased()), (token, "ExponentPushToken%5BxYz-1%5d"),
    (token, "%45xponentPushToken[xYz%2D1]"), ("100%a692961a", "100%a692961a"),
    ("100%a692961a", "100%25a692961a"),
    ("%25%25%25-%25", "%25%25%25-%25"), ("%25%25%25-%25", "%2525%2525%2525-%2525"),
    ("设备-设备", "%E8%AE%BE%e5%a4%87-设备"), ("-device-17-", "-device-17-"), ("-device-17-", "device17"),
    ("1-2-3-4-5", "1-2-3-4-5"), ("--------", "--------"),
  ]) func `is found in every spelling`(id: String, quoted: String) {
    #expect(replaced(id, quoted) == "*")
    #expect(replaced(id, "gone: \(quoted), 100%\(quoted)") == "gone: *, 100%*")
    #expect(replaced(id, "\(quoted)\(quoted)") == "**")
  }

  @Test(arguments: [
    (device, "a692961a92534047ad362575f31f570"), (device, "a692961a 92534047 ad362575 f31f5700"),
    ("device-17", "device-18"), ("device7", "error device7"), ("1-2-3-4-5", "12345"), ("--------", "-------"),
    ("device-17", ""), ("device-17", "%"), ("device-17", "device-1%3"),
  ]) func `is not found where it does not stand`(id: String, text: String) {
    #expect(replaced(id, text) == text)
  }

  /// A vendor's words, so long that they are cut after so many bytes of what they quote.
  private func cut(_ quoted: String, after count: Int) -> String {
    String(repeating: "x", count: Attribute.lengthLimit - count) + quoted.prefix(count)
  }

  @Test(arguments: [device, device.uppercased(), uuid, "%61692961a92534047ad362575f31f5700"], 0..<32)
  func `at most three bytes of an id stay where the words were cut`(quoted: String, count: Int) {
    let text = cut(quoted, after: count)
    let left = replaced(Self.device, text)
    let known = quoted.prefix(count).count { $0 != "-" } - (quoted.hasPrefix("%") ? min(count, 2) : 0)
    #expect(left == (known < 4 ? text : String(text.dropLast(count)) + "*"))
  }

  @Test func `words that were not cut keep what an id begins with`() {
    #expect(replaced(Self.device, "code a692961a") == "code a692961a")
  }

  @Test func `a pseudonym makes no text longer than texts are`() throws {
    let id = try #require(QuotedID(Array("12345678".utf8)))
    let text = Array((String(repeating: "12345678", count: 99) + "é").utf8)
    let pseudonym = Array(PseudonymKey.plain("12345678").utf8)
    #expect(id.replaced(in: text[...], by: pseudonym)?.count == Attribute.lengthLimit)
    let odd = Array(("x" + String(repeating: "é", count: 500) + "12345678" + "ééé").utf8)
    let cut = try #require(id.replaced(in: odd[...], by: Array("12345678901".utf8)))
    #expect(String(validating: cut, as: UTF8.self) != nil && cut.count <= Attribute.lengthLimit)
  }

  /// All spellings of an id by their definition, and what a text is that holds some.
  @Test(arguments: seeds(0..<24)) func `random spellings in random words are found`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = Array("aAbBfF09[]%é-")
    for _ in 0..<200 {
      let length = Int.random(in: 8..<20, using: &random)
      let id = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
      guard id.utf8.count(where: { $0 != UInt8(ascii: "-") }) >= 8 else { continue }
      var quoted: [UInt8] = []
      for byte in id.utf8 {
        if byte == UInt8(ascii: "-"), !quoted.isEmpty, Bool.random(using: &random) { continue }
        if Int.random(in: 0..<4, using: &random) == 0 {
          let digits = String(byte, radix: 16, uppercase: Bool.random(using: &random))
          quoted += Array(("%" + (digits.count == 1 ? "0" : "") + digits).utf8)
        } else {
          let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
          quoted.append(isLetter && Bool.random(using: &random) ? byte ^ 0x20 : byte)
        }
      }
      let text = Array("<".utf8) + quoted + Array(">".utf8)
      let left = QuotedID(Array(id.utf8))?.replaced(in: text[...], by: Array("*".utf8))
      #expect(left == Array("<*>".utf8), "\(id) in \(String(decoding: text, as: UTF8.self))")
    }
  }
}
