import Engines
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// Texts that somebody could have chosen to break a statement with.
@Suite struct LiteralTests {
  private static let hostile = [
    "", "a", "it's", "''", "'; DROP TABLE event; --", "\\", "\\'", "a\nb", "a\0b", "\0", "${env:HOME}", "$1",
    "\"k\"", "`k`", "/*", "--", "%_", "é", "e\u{301}", "華為", "😀", "\u{FEFF}", "\u{202E}", "a;b",
    "\u{1}\u{1F}\u{7F}",
  ]

  @Test(arguments: hostile) func `a literal of SQLite means what it was made of`(text: String) throws {
    let database = try Database(path: ":memory:", mode: .memory)
    let literal = LiteralWriter(.sqlite).text(text)
    let hex = text.utf8.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased() }.joined()
    #expect(try database.text("SELECT hex(CAST(\(literal) AS BLOB))") == hex)
  }

  @Test func `any text means itself in SQLite`() throws {
    let database = try Database(path: ":memory:", mode: .memory)
    var random = SeededGenerator(seed: 5)
    let scalars: [Unicode.Scalar] = ["'", "\\", "\"", "\0", "a", ";", "$", "{", "\n", "é", "😀"]
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<9, using: &random) {
        text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
      }
      let statement = try database.prepare("SELECT CAST(\(LiteralWriter(.sqlite).text(text)) AS BLOB)")
      #expect(try statement.step() && statement.blob(0) == Array(text.utf8))
    }
  }

  /// Nothing in it is read in two ways: not by Spark 3.5 and 4, not by the command line that replaces `${…}`, and not
  /// by the character set of the machine.
  @Test(arguments: hostile) func `a literal of Spark is plain ASCII without any sign of meaning`(text: String)
  {
    let literal = LiteralWriter(.spark).text(text)
    let inside = literal.dropFirst().dropLast()
    #expect(literal.first == "'" && literal.last == "'")
    #expect(inside.allSatisfy { $0.isASCII && !"'\"$;`{}%*\n".contains($0) })
    #expect(Self.unescaped(String(inside)).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  /// What Spark makes of `\uXXXX`, by its documentation.
  private static func unescaped(_ text: String) -> String {
    var units: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      guard unit == 0x5C, rest.first == 0x75 else {
        units.append(unit)
        continue
      }
      let digits = String(decoding: rest.dropFirst().prefix(4), as: UTF16.self)
      units.append(UInt16(digits, radix: 16) ?? 0)
      rest = rest.dropFirst(5)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// DuckDB's command line takes a line that begins with a point for a command; no line begins in a literal.
  @Test(arguments: hostile) func `a literal of DuckDB is texts and codes of characters in turn`(text: String)
  {
    let literal = LiteralWriter(.duckDB).text(text)
    #expect(literal.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    var meant = ""
    for (index, piece) in literal.split(separator: " || ", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) {
        #expect(piece.first == "'" && piece.last == "'")
        meant += piece.dropFirst().dropLast().replacing("''", with: "'")
      } else {
        let code = piece.dropFirst("chr(".count).dropLast()
        meant.unicodeScalars.append(UInt32(code).flatMap(Unicode.Scalar.init) ?? "?")
      }
    }
    #expect(meant.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test func `AppKeys and channels of any spelling reach the model as they are`() throws {
    var configuration = Configuration()
    configuration.appKeys = Self.hostile.map { KnownAppKey(key: $0) }
    configuration.channels["it's; ${x}"] = .init(arrivalIsDeviceEvidence: false, measurable: true)
    let settings = JobSettings(configuration: configuration, scope: 0..<3_600_000)
    let database = try Database(path: ":memory:", mode: .memory)
    try database.execute(SQLiteJob(run: "r", settings: settings).text)
    let statement = try database.prepare("SELECT CAST(app_key AS BLOB) FROM known_app")
    var found: Set<[UInt8]> = []
    while try statement.step() { found.insert(statement.blob(0)) }
    #expect(found == Set(Self.hostile.map { Array($0.utf8) }))
    #expect(
      try database.integer("SELECT arrival_is_evidence FROM channel_rule WHERE channel = 'it''s; ${x}'") == 0)
  }
}
