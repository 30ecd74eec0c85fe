import Foundation
import JSONWriting
import TestSupport
import Testing

@Suite struct JSONTreeTests {
  private let value = JSONTree.object([
    ("a", .list([.integer(1), .null])), ("b", .line(.object([("c", .bool(true)), ("d", .list([]))]))),
    ("e", .object([])), ("f", .share(1.0 / 3)),
  ])

  @Test func `a member takes a line, and what is marked stands on one`() {
    #expect(
      String(decoding: value.bytes, as: UTF8.self) == """
        {
          "a": [
            1,
            null
          ],
          "b": {"c": true, "d": []},
          "e": {},
          "f": 0.333333
        }

        """)
  }

  @Test func `a line of a log has no blank`() {
    #expect(
      String(decoding: value.lineBytes, as: UTF8.self)
        == "{\"a\":[1,null],\"b\":{\"c\":true,\"d\":[]},\"e\":{},\"f\":0.333333}\n")
  }

  @Test func `what is not there is null`() {
    let members: [(String, JSONTree)] = [
      ("a", .text(nil)), ("b", .integer(Int?.none)), ("c", .integer(Int64?.none)), ("d", .share(nil)),
      ("e", .known("")),
    ]
    #expect(
      String(decoding: JSONTree.object(members).lineBytes, as: UTF8.self)
        == #"{"a":null,"b":null,"c":null,"d":null,"e":null}"# + "\n")
  }

  @Test(arguments: 0..<50) func `any text reads back as it was, in each layout`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = ["a", "\"", "\\", "\n", "\r", "\t", "\0", "<", "é", "\u{7F}", "\u{2028}", "\u{200F}", "😀"]
    let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      pieces[Int.random(in: pieces.indices, using: &random)]
    }.joined()
    let tree = JSONTree.list([.text(text), .line(.object([(text, .null)]))])
    for bytes in [tree.bytes, tree.lineBytes] {
      let read = try JSONSerialization.jsonObject(with: Data(bytes)) as? [Any]
      #expect(read?.first as? String == text)
      #expect((read?.last as? [String: Any])?.keys.first == text)
      #expect(!bytes.contains(UInt8(ascii: "<")))
    }
  }
}
