import Mappings
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Templates of trees against reading every tree byte by byte: whatever the records, both say the same.
struct MappedTwinTests {
  /// Mappings of every way a record may be built, each with a maker of records.
  private enum Shape: CaseIterable {
    case nested, parts, entries, pieces, payload, tally

    var mapping: String {
      let fields = #"app: "h.a", message: "h.m", time: "s", type: "t""#
      let types = #"types: {sent: "sent", ack: "ext_ack", off: "ignore", true: "opened", "7": "arrived"}"#
      return switch self {
      case .nested:
        """
        {title: "t", source: "own", fields: {\(fields), device: ["d", "x.y.1"], reason: "j>r.0",
          channel: {path: "u?c"}, osVersion: {join: ["o", "x.z"]}}, \(types)}
        """
      case .parts:
        """
        {title: "t", source: "own", records: "list[]", fields: {app: "^h.a", message: "^h.m",
          device: "d", time: "s", type: "t", appVersion: "x.y.0"}, \(types)}
        """
      case .entries:
        """
        {title: "t", source: "own", records: "list{}", fields: {app: "^h.a", message: "^h.m",
          device: "@key", time: "s", type: "t"}, \(types)}
        """
      case .pieces:
        """
        {title: "t", source: "own", fields: {\(fields), device: {path: "d", spread: true}}, \(types)}
        """
      case .payload:
        #"{title: "t", source: "own", fields: {\#(fields), device: "d", payload: "p"}, \#(types)}"#
      case .tally:
        #"{title: "t", source: "own", yields: "tallies", fields: {\#(fields)}, \#(types)}"#
      }
    }

    func record(_ generator: inout SeededGenerator) -> String {
      let (s, t, d) = (
        MappedTwinTests.time(&generator), MappedTwinTests.type(&generator), generator.next() % 40
      )
      let head = #""h":{"a":"1","m":"m\#(generator.next() % 5)"}"#
      switch self {
      case .nested:
        let inner = generator.next() % 3 == 0 ? #"{"r":["x"]}"# : #""{\"r\":[\"y\",1]}""#
        return #"{\#(head),"s":\#(s),"t":\#(t),"d":"d\#(d)","x":{"y":[1,"e\#(d)"],"z":null},"o":-1.5e3,"#
          + #""j":\#(inner),"u":"https://h/?b=1&c=v%2\#(d % 10)","b":\#(generator.next() % 2 == 0)}"#
      case .parts:
        let count = generator.next() % 4
        let parts = (0..<count).map { #"{"d":"d\#(d + $0)","s":\#(s),"t":\#(t),"x":{"y":["v\#($0)"]}}"# }
        return #"{\#(head),"list":[\#(parts.joined(separator: ","))]}"#
      case .entries:
        return #"{"list":{"d\#(d)":{"s":\#(s),"t":\#(t)},"e":{"s":\#(s),"t":"ack"}},\#(head)}"#
      case .pieces:
        let devices = d % 2 == 0 ? #""d\#(d), e,f""# : #"["d\#(d)","e"]"#
        return #"{\#(head),"s":\#(s),"t":\#(t),"d":\#(devices)}"#
      case .payload:
        let alert = d % 3 == 0 ? #""Hi""# : #"{"title":"T\#(d)"}"#
        let payload = #"{"aps":{"alert":\#(alert),"mutable-content":\#(d % 2)},"k":[true,{}]}"#
        return #"{\#(head),"s":\#(s),"t":\#(t),"p":\#(d % 7 == 0 ? "\"{}\"" : payload),"d":"d\#(d)"}"#
      case .tally: return #"{\#(head),"s":\#(s),"t":\#(t)}"#
      }
    }
  }

  private static func time(_ generator: inout SeededGenerator) -> String {
    let milliseconds = 1_790_000_000_000 + generator.next() % 100_000
    return switch generator.next() % 8 {
    case 0: "\(milliseconds / 1000).5"
    case 1: #""2026-09-21T14:13:20.123Z""#
    case 2: "null"
    case 3: "0\(milliseconds)"
    default: "\(milliseconds)"
    }
  }

  private static func type(_ generator: inout SeededGenerator) -> String {
    [#""sent""#, #""sent""#, #""sent""#, #""ack""#, #""off""#, #""n\u0065w""#, "7", "true", "[]", #""""#]
      .randomElement(using: &generator) ?? ""
  }

  private static func change(_ line: inout [UInt8], _ generator: inout SeededGenerator) {
    for _ in 0...generator.next() % 3 where line.count > 2 {
      let place = Int.random(in: 0..<line.count, using: &generator)
      switch generator.next() % 5 {
      case 0: line[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 1: line.remove(at: place)
      case 2: line.insert(Array("\"\\{}[]:,0 \u{1}é".utf8).randomElement(using: &generator) ?? 0, at: place)
      case 3: line.insert(contentsOf: Array(#","t":"ack""#.utf8), at: line.count - 1)
      default: line.removeLast(Int.random(in: 0..<line.count / 4 + 1, using: &generator))
      }
    }
    line.removeAll { $0 == UInt8(ascii: "\n") }
  }

  @Test(arguments: 0..<6) func `templates and trees agree on changed logs`(_ seed: UInt64) throws {
    for shape in Shape.allCases {
      var generator = SeededGenerator(seed: seed)
      var log: [UInt8] = []
      for _ in 0..<500 {
        var line = Array(shape.record(&generator).utf8)
        if generator.next() % 4 == 0 { Self.change(&line, &generator) }
        log += line + (generator.next() % 9 == 0 ? [0x0D, 0x0A] : [0x0A])
      }
      let fast = try told(log, shape, learns: true)
      let slow = try told(log, shape, learns: false)
      #expect(fast.words == slow.words, "\(shape)")
      #expect(slow.words.contains { $0.hasPrefix("event") || $0.hasPrefix("note") })
      #expect(slow.words.contains { $0.hasPrefix("refused") })
      #expect(slow.matches == 0)
      // Where keys are values, every record has a shape of its own.
      #expect(shape == .entries ? fast.matches == 0 : fast.matches > 0, "\(shape) \(fast.matches)")
    }
  }

  /// What a log told, in order, and how many of its records were of a template when they were looked at once more.
  private func told(_ log: [UInt8], _ shape: Shape, learns: Bool) throws -> (words: [String], matches: Int) {
    var options = ReadOptions()
    options.keepsRawRejects = true
    options.mapping = try SourceMapping(json5: Array(shape.mapping.utf8), name: "own")
    var lines = Lines(JSONLines(options: options), countsTail: true)
    var account = RecordAccount(options: options, file: 0, startOffset: 0, startLine: 0)
    account.sources = RecordSources(options: options, learns: learns)
    var generator = SeededGenerator(seed: 99)
    // Good records first, so that no change makes the whole log unreadable.
    let good = (0..<20).map { _ in shape.record(&generator) + "\n" }.joined()
    let bytes = Array(good.utf8) + log + [UInt8](repeating: 0, count: 16)
    var batch = EventBatch(capacity: 100_000)
    var position = 0
    while position < bytes.count - 16 {
      position = try lines.read(
        bytes.span, position..<bytes.count - 16, isLast: true, account: &account, into: &batch)
    }
    let words =
      batch.events.map { "event \(EventText($0, in: batch)) \($0.file)" }
      + batch.notes.map { "note \($0)" }
      + account.takeRejections().map { "refused \($0.line) \($0.byteOffset) \($0.rejection) \($0.digest)" }
      + [
        "\(account.counts.lines) \(account.counts.rejected) \(account.counts.ignored) \(account.counts.events)"
      ]
      + account.unknownColumns.all
    var matches = 0
    for start in bytes.indices where bytes[start] == UInt8(ascii: "{") {
      if account.sources.match(bytes.span, at: start) != nil { matches += 1 }
    }
    return (words, matches)
  }
}
