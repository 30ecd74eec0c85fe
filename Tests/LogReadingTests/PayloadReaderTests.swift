import Foundation
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// What a payload asks for is judged key by key, as Apple documents it, and of any bytes.
struct PayloadReaderTests {
  private static func lint(_ payload: String) -> PayloadLint { lint(Array(payload.utf8)) }

  private static func lint(_ bytes: [UInt8]) -> PayloadLint { PayloadReader.lint(of: bytes.span) }

  @Test(arguments: [
    (#"{"aps":{"alert":{"title":"t"},"mutable-content":1}}"#, []),
    (#" {"aps" : {"alert":{"loc-key":"k"},"mutable-content":1.0} , "own":[{},[1,"a"]]} "#, []),
    (#"{"aps":{"alert":{"body":"b"},"mutable-content":1},"mutable-content":"1"}"#, []),
    (#"{"aps":{"alert":{"body":"b"}}}"#, ["mutable_content_missing"]),
    (#"{"aps":{"alert":{"body":"b"},"mutable-content":null}}"#, ["mutable_content_missing"]),
    (#"{"aps":{"alert":{"body":"b"},"mutable-content":0}}"#, ["mutable_content_not_1"]),
    (#"{"aps":{"alert":{"body":"b"},"mutable-content":true}}"#, ["mutable_content_not_1"]),
    (#"{"aps":{"alert":{"body":"b"},"mutable-content":[1]}}"#, ["mutable_content_not_1"]),
    (#"{"aps":{"alert":{"body":"b"},"mutable-content":"1"}}"#, ["mutable_content_text"]),
    (#"{"aps":{"alert":{"body":"b"}},"mutable-content":1}"#, ["mutable_content_misplaced"]),
    (#"{"aps":{"alert":{"body":"b","mutable_content":1}}}"#, ["mutable_content_misplaced"]),
    (#"{"aps":{"alert":{"body":"b"},"mutable -content ":1}}"#, ["mutable_content_misspelt"]),
    (#"{"aps":{"alert":{"body":"b"},"mutableContent":1}}"#, ["mutable_content_misspelt"]),
    (
      #"{"aps":{"alert":{"body":"b"},"mutable_content":1},"mutable-content":1}"#,
      ["mutable_content_misplaced", "mutable_content_misspelt"]
    ),
    (#"{"aps":{"alert":{"body":"b"},"mutable\u002dcontent":1}}"#, []),
    (#"{"aps":{"mutable-content":1}}"#, ["alert_missing"]),
    (#"{"aps":{"mutable-content":1,"alert":null,"sound":"s"}}"#, ["alert_missing"]),
    (#"{"aps":{"mutable-content":1,"alert":["a"]}}"#, ["alert_missing"]),
    (#"{"aps":{"mutable-content":1,"alert":"text"}}"#, ["alert_text"]),
    (#"{"aps":{"mutable-content":1,"alert":{}}}"#, ["alert_empty"]),
    (#"{"aps":{"mutable-content":1,"alert":{"title":"","body":7,"launch-image":"i"}}}"#, ["alert_empty"]),
    (#"{"aps":{"content-available":1}}"#, ["silent"]),
    (#"{"aps":{"content-available":1,"mutable-content":1,"image":"u"}}"#, ["silent", "custom_inside_aps"]),
    (
      #"{"aps":{"content-available":1,"badge":3}}"#, ["mutable_content_missing", "alert_missing"]
    ),
    (#"{"aps":{"content-available":1,"alert":{"body":"b"},"mutable-content":1}}"#, []),
    (#"{"aps":{"content-available":0}}"#, ["mutable_content_missing", "alert_missing"]),
    (
      #"{"aps":{"alert":{"body":"b"},"mutable-content":1,"push_id":"7","thread-id":"t"}}"#,
      ["custom_inside_aps"]
    ),
    // Of two equal keys the later one counts.
    (#"{"aps":{"content-available":1},"aps":{"alert":{"body":"b"},"mutable-content":1}}"#, []),
    (
      #"{"aps":{"alert":{"body":"b"},"alert":{"body":""},"mutable-content":0,"mutable-content":1}}"#,
      ["alert_empty"]
    ),
    (#"{"alert":{"body":"b"}}"#, ["unreadable"]),
    (#"{"aps":"{}"}"#, ["unreadable"]),
    (#"[{"aps":{}}]"#, ["unreadable"]),
    (#"{"aps":{"alert":"a"}"#, ["unreadable"]),
    (#"{"aps":{"alert":"a",}}"#, ["unreadable"]),
    (#"{"aps":{}}x"#, ["unreadable"]),
    (#"{'aps':{}}"#, ["unreadable"]),
    (#"{"aps":{"badge":01}}"#, ["unreadable"]),
    ("", ["unreadable"]), ("}", ["unreadable"]), ("]", ["unreadable"]), ("1", ["unreadable"]),
  ])
  func `each remark has its reason`(payload: String, names: [String]) {
    #expect(Self.lint(payload).names == names, "\(payload)")
  }

  @Test func `only a payload of more than 4096 bytes is too large, readable or not`() {
    func payload(_ size: Int) -> String {
      let frame = #"{"aps":{"alert":{"body":""},"mutable-content":1}}"#
      return frame.replacingOccurrences(
        of: #""""#, with: "\"\(String(repeating: "b", count: size - frame.utf8.count))\"")
    }
    #expect(Self.lint(payload(4096)).names == [])
    #expect(Self.lint(payload(4097)).names == ["too_large"])
    #expect(Self.lint(String(repeating: "[", count: 100_000)).names == ["too_large", "unreadable"])
    #expect(Self.lint([0xFF]).names == ["unreadable"])
  }

  /// A payload of keys that matter, in all manners of writing.
  private static func random(_ random: inout SeededGenerator) -> [String: Any] {
    func pick(_ values: [Any?]) -> Any? { values.randomElement(using: &random) ?? nil }
    var alert: [String: Any] = [:]
    alert["title"] = pick(["t", "", nil, 3])
    alert["loc-key"] = pick([nil, nil, "k", ""])
    alert["mutableContent"] = pick([nil, nil, nil, 1])
    var aps: [String: Any] = [:]
    aps["alert"] = pick([alert, alert, alert, "text", NSNull(), [alert], nil])
    aps["mutable-content"] = pick([1, 1, 1, 0, "1", true, NSNull(), nil, nil, [1]])
    aps[["mutable_content", "Mutable -Content "].randomElement(using: &random) ?? ""] =
      pick([nil, nil, 1])
    aps["content-available"] = pick([nil, 1, 1, 0, "1"])
    aps["sound"] = pick([nil, "default", NSNull(), ["critical": 1]])
    aps["badge"] = pick([nil, nil, 2])
    aps["image"] = pick([nil, nil, nil, "u"])
    aps["stale-date"] = pick([nil, 1_790_000_000.5])
    var payload: [String: Any] = ["own": ["a": [1, -2.5e3, "\u{1F600}\"\\\u{7}/"] as [Any]]]
    payload["aps"] = pick([aps, aps, aps, aps, [aps], "aps", nil])
    payload["mutable-content"] = pick([nil, nil, 1])
    if Int.random(in: 0..<8, using: &random) == 0 { payload["long"] = String(repeating: "x", count: 4096) }
    return payload
  }

  /// JSON as Foundation's decoder tells it, which keeps numbers and truth apart.
  private enum JSON: Decodable {
    case object([String: JSON])
    case array([JSON])
    case text(String)
    case number(Double)
    case truth
    case null

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if (try? value.decode(Bool.self)) != nil {
        self = .truth
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let array = try? value.decode([JSON].self) {
        self = .array(array)
      } else {
        self = .object(try value.decode([String: JSON].self))
      }
    }

    var members: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var isNull: Bool { if case .null = self { true } else { false } }
    var isOne: Bool { if case .number(let number) = self { number == 1 } else { false } }

    /// Every key in it and in what it holds.
    var keys: [String] {
      switch self {
      case .object(let members): members.flatMap { [$0] + $1.keys }
      case .array(let values): values.flatMap(\.keys)
      default: []
      }
    }
  }

  /// The remarks straight from their definitions, of a tree that Foundation has read.
  private static func slowLint(_ bytes: Data) -> PayloadLint {
    var lint: PayloadLint = bytes.count > 4096 ? .tooLarge : []
    guard let payload = (try? JSONDecoder().decode(JSON.self, from: bytes))?.members,
      let aps = payload["aps"]?.members
    else { return lint.union(.unreadable) }
    func means(_ key: String) -> Bool {
      key.lowercased().filter { !" -_\t".contains($0) } == "mutablecontent"
    }
    func isThere(_ key: String) -> Bool { aps[key].map { !$0.isNull } ?? false }
    let alert = aps["alert"]?.members
    let isText = aps["alert"]?.text != nil
    if alert == nil, !isText, aps["content-available"]?.isOne == true, !isThere("sound"), !isThere("badge") {
      lint.insert(.silent)
    } else {
      if aps["mutable-content"]?.text != nil {
        lint.insert(.mutableContentIsText)
      } else if isThere("mutable-content") {
        if aps["mutable-content"]?.isOne != true { lint.insert(.mutableContentNotOne) }
      } else {
        let isMisspelt = aps.keys.contains { $0 != "mutable-content" && means($0) }
        let outside = payload.filter { $0.key != "aps" }.flatMap { [$0] + $1.keys }
        let inside = aps.values.flatMap(\.keys)
        let isOutside = (outside + inside).contains(where: means)
        if isMisspelt { lint.insert(.mutableContentMisspelt) }
        if isOutside { lint.insert(.mutableContentMisplaced) }
        if !isMisspelt && !isOutside { lint.insert(.mutableContentMissing) }
      }
      if let alert {
        let texts = ["title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key"]
        if !texts.contains(where: { alert[$0]?.text?.isEmpty == false }) { lint.insert(.alertEmpty) }
      } else {
        lint.insert(isText ? .alertIsText : .alertMissing)
      }
    }
    let known = ["alert", "mutable-content", "content-available", "sound", "badge", "stale-date"]
    if aps.keys.contains(where: { !known.contains($0) && !means($0) }) { lint.insert(.customInsideAps) }
    return lint
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the reader agrees with the definitions on random payloads`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let options: JSONSerialization.WritingOptions = Bool.random(using: &random) ? .prettyPrinted : []
      let data = try JSONSerialization.data(withJSONObject: Self.random(&random), options: options)
      let lint = Self.lint(Array(data))
      #expect(lint == Self.slowLint(data), "\(String(decoding: data, as: UTF8.self)): \(lint.names)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a payload that is cut or has a byte changed is judged and never traps`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes = Array(try JSONSerialization.data(withJSONObject: Self.random(&random)))
      let cut = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
      #expect(Self.lint(cut).contains(.unreadable))
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
      let lint = Self.lint(bytes)
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
      // Foundation forgives what the RFC does not, never the other way round.
      if !isJSON { #expect(lint.contains(.unreadable), "\(String(decoding: bytes, as: UTF8.self))") }
    }
  }
}
