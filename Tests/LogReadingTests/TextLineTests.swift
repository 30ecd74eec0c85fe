import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Lines of text cut into values: what was put together comes apart again, and nothing traps.
struct TextLineTests {
  private static let accessFields = [
    "address", "time", "method", "target", "status", "bytes", "referer", "agent", "body",
  ]

  @Test(arguments: [false, true]) func `an access log gives back what was put into it`(_ isApache: Bool)
    throws
  {
    var generator = SeededGenerator(seed: 81)
    for _ in 0..<2000 {
      var fields: [String: String] = [
        "address": "10.0.0.\(Int.random(in: 0...255, using: &generator))",
        "time": "26/Jan/2016:19:54:02 +0800",
        "method": "POST", "target": "/ack?push_id=" + Self.word(&generator), "status": "204", "bytes": "12",
        "referer": Self.text(&generator), "agent": Self.text(&generator),
      ]
      var line =
        #"\#(fields["address"]!) - a b [\#(fields["time"]!)] "\#(fields["method"]!) \#(fields["target"]!) HTTP/1.1""#
      line +=
        #" 204 12 "\#(Self.escaped(fields["referer"]!, isApache))" "\#(Self.escaped(fields["agent"]!, isApache))""#
      if Bool.random(using: &generator) { line += #" 0.004 "10.1.1.1" -"# }
      if Bool.random(using: &generator) {
        fields["body"] = Self.text(&generator)
        line += #" "\#(Self.escaped(fields["body"]!, isApache))""#
        if Bool.random(using: &generator) { line += " 0.1" }
      } else if line.hasSuffix("-") {
        fields["body"] = "10.1.1.1"
      }
      for name in fields.keys where fields[name] == "-" { fields[name] = nil }
      #expect(try Self.cut(accessLog: line) == fields, "\(line)")
    }
  }

  @Test func `the common format has neither referer nor agent`() throws {
    let line = #"::1 - - [26/Jan/2016:19:54:02 +0800] "GET /ack?a=1 HTTP/1.0" 200 -"#
    #expect(
      try Self.cut(accessLog: line) == [
        "address": "::1", "time": "26/Jan/2016:19:54:02 +0800", "method": "GET", "target": "/ack?a=1",
        "status": "200",
      ])
  }

  @Test func `a body that nobody escaped is read up to a mark before a blank`() throws {
    let line =
      #"a - - [26/Jan/2016:19:54:02 +0800] "POST /ack HTTP/1.1" 200 1 "-" "b" "{"push_id":"7","t":1}""#
    #expect(try Self.cut(accessLog: line)["body"] == #"{"push_id":"7","t":1}"#)
  }

  @Test(arguments: [
    "", " ", "GET /ack", #"{"a":1}"#, "a,b,c", "a - - [x] \"GET / HTTP/1.1\" 200 1",
    #"a - - [26/Jan/2016:19:54:02 +0800] GET / 200 1"#, #"a - - [26/Jan/2016:19:54:02 +0800] "GET /" OK 1"#,
  ])
  func `what is no line of an access log is refused`(_ line: String) {
    #expect(throws: Rejection(.badLine)) { try Self.cut(accessLog: line) }
  }

  @Test func `a body of bytes that are no text is none`() throws {
    let line = #"a - - [26/Jan/2016:19:54:02 +0800] "\x16\x03\x01" 400 0 "-" "-" "\xFF\x00""#
    #expect(try Self.cut(accessLog: line).keys.sorted() == ["address", "bytes", "status", "time"])
  }

  @Test func `a form gives back what was put into it`() throws {
    var generator = SeededGenerator(seed: 82)
    for _ in 0..<2000 {
      let names = ["push_id", "time", "a b", "名"].shuffled(using: &generator).prefix(
        Int.random(in: 1...4, using: &generator))
      let fields = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.text(&generator)) })
      let pairs = names.map {
        Self.percentEncoded($0, &generator) + "=" + Self.percentEncoded(fields[$0]!, &generator)
      }
      let line = (Bool.random(using: &generator) ? "?" : "") + (pairs + ["other=1"]).joined(separator: "&")
      var unknown = NameList()
      #expect(try Self.cut(form: line, names: Array(names), &unknown) == fields, "\(line)")
      #expect(unknown.all == ["other"])
    }
  }

  @Test(arguments: ["", "push_id", "push id=1", #"{"push_id":"1"}"#, "a=\"1\"", "&&"])
  func `what is no form is refused`(_ line: String) {
    var unknown = NameList()
    #expect(throws: Rejection(.badLine)) { try Self.cut(form: line, names: ["push_id"], &unknown) }
  }

  @Test(arguments: ["push_id=%FF", "push_id=%00"]) func `a form's value that is no text is refused`(
    _ line: String
  ) {
    var unknown = NameList()
    #expect(throws: Rejection(.badUTF8)) { try Self.cut(form: line, names: ["push_id"], &unknown) }
  }

  @Test func `a line is of the first pattern that fits, as the definition has it`() throws {
    var generator = SeededGenerator(seed: 83)
    var fitting = 0
    for _ in 0..<20_000 {
      let patterns = (0..<Int.random(in: 1...3, using: &generator)).map { Self.pattern($0, &generator) }
      let line = Self.letters(Int.random(in: 0...9, using: &generator), &generator)
      let names = Self.names(["type", "x", "y", "z"])
      var values = TextValues()
      let bytes = Array(line.utf8)
      let found = try LineMatcher(patterns, names: names).split(bytes.span, 0..<bytes.count, into: &values)
      let expected = patterns.lazy.compactMap { Self.holes(of: $0, in: line) }.first
      #expect(found == (expected != nil))
      if let expected {
        fitting += 1
        #expect(Self.pairs(values, names) == expected, "\(patterns) \(line)")
      }
    }
    #expect(fitting > 1000)
  }

  @Test func `lines of noise never trap`() {
    var generator = SeededGenerator(seed: 84)
    let names = Self.names(Self.accessFields + ["push_id"])
    let access = AccessLogLine(names: names)
    var form = FormLine(names: names)
    let pieces =
      [
        "\"", "\\", "\\x", "\\x4", "[", "]", " [2", "=", "&", "%", "%4", "%41", " ", "-", "200", "a", "\u{0}",
        "é", "?",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3]]
    for _ in 0..<20_000 {
      var line: [UInt8] = []
      for _ in 0..<Int.random(in: 0...30, using: &generator) {
        line += pieces.randomElement(using: &generator) ?? []
      }
      var values = TextValues()
      var unknown = NameList()
      try? access.split(line.span, 0..<line.count, into: &values)
      try? form.split(line.span, 0..<line.count, into: &values, unknown: &unknown)
      for value in values.values {
        #expect(String(validating: values.bytes[value.range], as: UTF8.self) != nil)
      }
    }
  }
}

// MARK: - Cutting

extension TextLineTests {
  private static func cut(accessLog line: String) throws -> [String: String] {
    let names = names(accessFields)
    var values = TextValues()
    let bytes = Array(line.utf8)
    try AccessLogLine(names: names).split(bytes.span, 0..<bytes.count, into: &values)
    return Dictionary(uniqueKeysWithValues: pairs(values, names).map { ($0.name, $0.value) })
  }

  private static func cut(form line: String, names: [String], _ unknown: inout NameList) throws -> [String:
    String]
  {
    let names = Self.names(names)
    var values = TextValues()
    let bytes = Array(line.utf8)
    var form = FormLine(names: names)
    try form.split(bytes.span, 0..<bytes.count, into: &values, unknown: &unknown)
    return Dictionary(uniqueKeysWithValues: pairs(values, names).map { ($0.name, $0.value) })
  }

  private static func names(_ names: [String]) -> ByteDictionary {
    var dictionary = ByteDictionary()
    for name in names { _ = dictionary.intern(name) }
    return dictionary
  }

  private struct Pair: Equatable {
    var name: String
    var value: String
  }

  private static func pairs(_ values: TextValues, _ names: ByteDictionary) -> [Pair] {
    values.values.map {
      Pair(name: names.text(UInt32($0.name)), value: String(decoding: values.bytes[$0.range], as: UTF8.self))
    }
  }
}

// MARK: - Writing lines

extension TextLineTests {
  private static func word(_ generator: inout SeededGenerator) -> String {
    String(generator.next(), radix: 36)
  }

  private static func text(_ generator: inout SeededGenerator) -> String {
    let pieces = ["a", "\"", "\\", " ", "é", "名", "&", "=", "%", "+", "\t", "?", "-", "x41", "🎈"]
    return (0..<Int.random(in: 1...8, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }

  /// As nginx and Apache escape: the one in hexadecimal, the other as C does where that is shorter.
  private static func escaped(_ text: String, _ isApache: Bool) -> String {
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case 0x22 where isApache: escaped += "\\\""
      case 0x5C where isApache: escaped += "\\\\"
      case 0x09 where isApache: escaped += "\\t"
      case 0x22, 0x5C, 0..<0x20, 0x7F...0xFF:
        escaped += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: !isApache)
      default: escaped.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return escaped
  }

  private static func percentEncoded(_ text: String, _ generator: inout SeededGenerator) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte == 0x20, Bool.random(using: &generator) {
        encoded += "+"
      } else if scalar.properties.isAlphabetic, byte < 128, Bool.random(using: &generator) {
        encoded.unicodeScalars.append(scalar)
      } else {
        encoded +=
          "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: Bool.random(using: &generator))
      }
    }
    return encoded
  }

  private static func letters(_ count: Int, _ generator: inout SeededGenerator) -> String {
    String((0..<count).map { _ in Bool.random(using: &generator) ? "a" : "b" })
  }

  private static func pattern(_ number: Int, _ generator: inout SeededGenerator) -> LinePattern {
    var parts: [LinePattern.Part] = []
    var names = ["x", "y", "z"]
    for index in 0..<Int.random(in: 1...5, using: &generator) {
      if index % 2 == number % 2, !names.isEmpty {
        parts.append(.field(Bool.random(using: &generator) ? names.removeFirst() : ""))
      } else {
        parts.append(.literal(letters(Int.random(in: 1...2, using: &generator), &generator)))
      }
    }
    return LinePattern(parts: parts, type: "t\(number)")
  }

  /// What stands in a line by its pattern, straight from what a pattern is.
  private static func holes(of pattern: LinePattern, in line: String) -> [Pair]? {
    var pairs: [Pair] = []
    var rest = Substring(line)
    var open: String?
    for (index, part) in pattern.parts.enumerated() {
      switch part {
      case .field(let name): open = name
      case .literal(let literal):
        guard let name = open else {
          guard rest.hasPrefix(literal) else { return nil }
          rest = rest.dropFirst(literal.count)
          continue
        }
        var value = ""
        let isLast = index == pattern.parts.count - 1
        while isLast ? rest != literal : !rest.hasPrefix(literal) {
          guard let letter = rest.popFirst() else { return nil }
          value.append(letter)
        }
        rest = rest.dropFirst(literal.count)
        if !name.isEmpty { pairs.append(Pair(name: name, value: value)) }
        open = nil
      }
    }
    if let name = open {
      if !name.isEmpty { pairs.append(Pair(name: name, value: String(rest))) }
    } else if !rest.isEmpty {
      return nil
    }
    return pairs + [Pair(name: "type", value: pattern.type)]
  }
}
