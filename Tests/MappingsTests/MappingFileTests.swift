import Mappings
import Prose
import ReceiptModel
import Testing

struct MappingFileTests {
  private func read(_ text: String) throws(MappingError) -> SourceMapping {
    try SourceMapping(json5: Array(text.utf8), name: "own")
  }

  @Test(arguments: [
    ("event.kind", FieldPath(steps: [.key("event"), .key("kind")])),
    ("^appid", FieldPath(root: .record, steps: [.key("appid")])),
    ("@key", FieldPath(root: .key, steps: [])),
    ("@value.a", FieldPath(root: .value, steps: [.key("a")])),
    ("context>ChannelType", FieldPath(steps: [.key("context"), .json, .key("ChannelType")])),
    ("target?push_id", FieldPath(steps: [.key("target"), .parameter("push_id")])),
    (#"a\.b"#, FieldPath(steps: [.key("a.b")])),
    ("", nil), ("a..b", nil), ("@other", nil), ("a>", nil), (#"a\"#, nil),
  ])
  func `a path is read step by step`(text: String, path: FieldPath?) {
    #expect(FieldPath(text) == path)
  }

  @Test func `a file in another encoding is refused`() {
    let file = Array("{title: 't', ".utf8) + [0xFD] + Array(": 1}".utf8)
    #expect(throws: MappingError.self) { try SourceMapping(json5: file, name: "own") }
  }

  @Test func `every mapping of the program can be read and brings examples`() {
    for mapping in MappingCatalogue.all {
      #expect(!mapping.examples.isEmpty, "\(mapping.name)")
      #expect(!mapping.documentation.isEmpty || mapping.standing == .own, "\(mapping.name)")
    }
  }

  @Test func `a rule may be a path, several paths or an object`() throws {
    let mapping = try read(
      """
      {title: "t", source: "s", records: "list[]", recognise: {"list[].id": [], "type": ["A", "B"]},
       fields: {message: "id", app: ["^app", "^bundle"], time: {path: "at", default: "0"},
         type: {join: ["event", "status"]}, device: {path: "arn", split: "/", piece: -1},
         channel: {value: "apns"}, platform: {path: "os", names: {"1": "iOS"}}},
       types: {"Sent OK": "sent", "*": {kind: "send_failed", reason: "{type}"}}}
      """)
    #expect(
      mapping.fields[.app]?.origin == .first([FieldPath("^app"), FieldPath("^bundle")].compactMap { $0 }))
    #expect(mapping.fields[.device]?.piece == FieldRule.Piece(separator: "/", number: -1))
    #expect(mapping.fields[.platform]?.names == ["1": "iOS"])
    #expect(mapping.recognition.map(\.isInPart) == [true, false])
    #expect(mapping.types.meanings["sent ok"] == .event(.sent, reason: nil))
    #expect(mapping.types.meanings["*"] == .event(.sendFailed, reason: "{type}"))
  }

  @Test(arguments: [
    ("[]", "must be an object, not a list"),
    ("{", "not valid JSON5"),
    ("{title: 1}", "'title': must be text"),
    (#"{title: "t"}"#, "'source': is missing"),
    (#"{title: "t", source: "s", extra: 1}"#, "'extra': unknown"),
    (#"{title: "t", source: "s"}"#, "'fields.message': is missing"),
    (#"{title: "t", source: "s", fields: {mesage: "id"}}"#, "'fields.mesage': unknown"),
    (#"{title: "t", source: "s", fields: {message: 1}}"#, "'fields.message': must be a path"),
    (#"{title: "t", source: "s", fields: {message: "a..b"}}"#, "'a..b' is no path"),
    (#"{title: "t", source: "s", types: {a: "arived"}}"#, "'arived' is not a kind"),
    (#"{title: "t", source: "s", records: "a"}"#, "'records': must be like"),
    (#"{title: "t", source: "s", time: {zone: "Mars"}}"#, "'time.zone': must be a fixed offset"),
    (Self.aliases(space: nil), "'fields.space': must be {value: \"vendor\"}"),
    (Self.aliases(space: #"{value: "partner"}"#), #"or {value: "open"}, for ids that an app's analytics"#),
    (Self.aliases(space: #""whose""#), "'fields.space': must be"),
  ])
  func `a mistake is told with its place`(text: String, problem: String) {
    let error = #expect(throws: MappingError.self) { _ = try read(text) }
    #expect(error?.message.told().contains(problem) == true, "\(error?.message.told() ?? "")")
  }

  @Test(arguments: ["vendor", "open"]) func `names are of one of two spaces`(space: String) throws {
    let mapping = try read(Self.aliases(space: #"{value: "\#(space)"}"#))
    #expect(mapping.fields[.space]?.origin == .constant(space))
  }

  private static func aliases(space: String?) -> String {
    let rule = space.map { ", space: \($0)" } ?? ""
    return #"{title: "t", source: "s", yields: "aliases", fields: {name: "n", message: "m"\#(rule)}}"#
  }
}
