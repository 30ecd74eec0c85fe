import JSON5
import Testing

struct JSON5ReaderTests {
  private func read(_ text: String) -> JSONValue? { try? JSONValue(json5: Array(text.utf8)) }

  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false//", .bool(false)), ("/**/7/* ** */", .number(7)),
      ("-1.5e3", .number(-1500)), ("+.5", .number(0.5)), ("5.", .number(5)), ("0x1F", .number(31)),
      ("-Infinity", .number(-.infinity)), ("1e-400", .number(0)), ("\u{FEFF}\u{A0}0\u{2028}", .number(0)),
      (".333333333333333333333333333333333333", .number(1.0 / 3)),
      ("'a\"b'", .string("a\"b")), (#""\'\x41\u00e9\ud83d\ude00\v\0\q""#, .string("'Aé😀\u{B}\0q")),
      ("'a\\\nb\\\r\nc'", .string("abc")), ("[]", .array([])),
      ("[1,'b',[],]", .array([.number(1), .string("b"), .array([])])),
      ("{}", .object([:])), ("{a:1,'b c':2,}", .object(["a": .number(1), "b c": .number(2)])),
      (#"{$_1:null,\u0061b:0,小:1}"#, .object(["$_1": .null, "ab": .number(0), "小": .number(1)])),
      ("{a:1,a:2}", .object(["a": .number(1)])),
    ] as [(String, JSONValue)])
  func `a text is read as the specification says`(text: String, value: JSONValue) {
    #expect(read(text) == value)
  }

  @Test(arguments: [
    "", " ", "{", "[", "[1", "{a", "{a:", "{a:1", "[,]", "{,}", "[1 2]", "{a 1}", "{1:2}", "{-:2}", "{a:1,,}",
    "01", "-", "+", ".", "e5", "1e", "0x", "1e400", "--1", "1 2", "nul", "'a", "'a\nb'", #"'\1'"#, #"'\01'"#,
    #"'\x4'"#, #"'\u12'"#, #"'\ud83d'"#, #"'\ude00'"#, #"'\ud83d\u0041'"#, #"{\x61:1}"#, "/", "/*", "/*/",
    "#",
  ])
  func `anything else is refused`(text: String) { #expect(read(text) == nil) }

  @Test(arguments: [
    ("", 1, 1), ("{a: 1,\n  b 2}", 2, 5), ("[1,\r\n 2\n\n", 4, 1), ("'é' x", 1, 5), ("{a: 1} }", 1, 8),
  ])
  func `it is said where what cannot be read stands`(text: String, line: Int, column: Int) {
    let error = #expect(throws: NotJSON5.self) { try JSONValue(json5: Array(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func `a million brackets are refused, and cost no stack`() {
    #expect(read(String(repeating: "[", count: 1_000_000)) == nil)
    #expect(read(String(repeating: "{a:", count: 1_000_000)) == nil)
    #expect(read(String(repeating: "[", count: 100) + String(repeating: "]", count: 100)) != nil)
  }

  @Test func `bytes that are no UTF-8 are refused as such`() {
    for key: [UInt8] in [[0xFD], [0xC3], [0xCD, 0xC6], [0xED, 0xA0, 0x80]] {
      #expect(throws: NotUTF8.self) { try JSONValue(json5: Array("{".utf8) + key + Array(":1}".utf8)) }
    }
  }
}
