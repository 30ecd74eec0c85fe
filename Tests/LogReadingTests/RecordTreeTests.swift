import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// The tree takes and refuses what the scanner of receipts does, and finds the same values.
struct RecordTreeTests {
  @Test(arguments: 0..<8) func `tree and scanner agree on mutated records`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<400 {
      var bytes = Array(Self.value(depth: 0, &random).utf8)
      for _ in 0..<Int.random(in: 0..<3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = Array("{}[]\",:\\0eE+-.tfn\u{0}ü 1".utf8).randomElement(using: &random) ?? 0
        if Bool.random(using: &random) { bytes[place] = byte } else { bytes.insert(byte, at: place) }
      }
      let text = bytes.span.trimmed(0..<bytes.count)
      let (scanned, grown) = (Self.scanned(bytes, text), Self.grown(bytes, text))
      // The scanner has no use for containers and truth values, and so does not tell two of them apart.
      if scanned.contains("unsuitable"), grown == "refused dup-key" { continue }
      #expect(scanned == grown, "\(String(decoding: bytes, as: UTF8.self))")
      if scanned.hasPrefix("refused") { refused += 1 }
    }
    #expect((40..<400).contains(refused))
  }

  /// What the scanner says of `app_key` and `message_id`.
  private static func scanned(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    var scanner = JSONScanner(unwrap: nil)
    var fields = ReceiptFields()
    var unknown = NameList()
    do throws(Rejection) {
      try scanner.read(bytes.span, range, into: &fields, unknown: &unknown)
    } catch {
      return "refused " + error.reason.rawValue
    }
    return [ReceiptField.appKey, .messageID].map { field in
      "\(fields[field].form) \(String(decoding: scanner.scratch[fields[field].range], as: UTF8.self))"
    }.joined(separator: ";")
  }

  private static func grown(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    var names = ByteDictionary()
    let keys = ["app_key", "message_id"].map { Int32(names.intern($0)) }
    var tree = RecordTree(names: names, constants: Array("constant".utf8))
    do throws(Rejection) {
      try tree.read(bytes.span, range)
      var values: [String] = []
      for key in keys {
        let node = try tree.node(at: MappedPath(root: .part, steps: [.key(key)]), part: 0, key: nil)
        let value = node.map { tree.value(at: $0) } ?? FieldValue()
        let text = value.form == .unsuitable ? "" : String(decoding: tree.scratch[value.range], as: UTF8.self)
        values.append("\(value.form) \(text)")
      }
      return values.joined(separator: ";")
    } catch {
      return "refused " + error.reason.rawValue
    }
  }

  private static func value(depth: Int, _ random: inout SeededGenerator) -> String {
    switch depth == 0 ? 0 : Int.random(in: 0..<(depth > 4 ? 5 : 8), using: &random) {
    case 0, 6:
      let keys = ["app_key", "message_id", "other", "app\\u005fkey", "x", "y"].shuffled(using: &random)
        .prefix(Int.random(in: 0..<6, using: &random))
      return "{" + keys.map { "\"\($0)\": \(value(depth: depth + 1, &random))" }.joined(separator: ",") + "}"
    case 1: return ["0", "-1", "1.5", "2e9", "17"].randomElement(using: &random) ?? "0"
    case 2: return ["true", "false", "null"].randomElement(using: &random) ?? "null"
    case 7:
      let count = Int.random(in: 0..<4, using: &random)
      return "[" + (0..<count).map { _ in value(depth: depth + 1, &random) }.joined(separator: " ,") + "]"
    default:
      return ["\"a\"", "\"\\u00e9\\n\"", "\"\"", "\"日本\"", "\"\\ud83d\\ude00\""].randomElement(using: &random)
        ?? "1"
    }
  }
}
