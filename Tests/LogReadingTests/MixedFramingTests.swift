import Mappings
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// What is around a record decides nothing: lines, arrays, envelopes, objects over several lines, in any order.
@Suite struct MixedFramingTests {
  /// Records of all sources as objects, one without a line end each.
  static let records: [String] = {
    let receipt =
      #"{"app_key":"7","message_id":"m1","event_time":"1790000001840","event_type":"sent","device_id":"d1"}"#
    let own = [
      receipt, receipt.replacing("m1", with: "m2"), receipt.replacing(#","device_id":"d1""#, with: ""),
      #"{"event":"login","user":"u1"}"#, #"{"data":[],\#(receipt.dropFirst())"#, "{}",
    ]
    return own
      + MappingCatalogue.all.filter { !$0.recognition.isEmpty }.flatMap(\.examples)
      .flatMap { objects(in: $0.record) }
  }()

  /// The objects of a text, also those in its arrays.
  private static func objects(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var objects: [String] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "{"),
        let end = JSONExtent(bytes.span, position..<bytes.count).end
      {
        objects.append(String(decoding: bytes[position..<end], as: UTF8.self))
        position = end
      } else if "[], \n".utf8.contains(bytes[position]) {
        position += 1
      } else {
        return []
      }
    }
    return objects.filter { !$0.contains("\n") }
  }

  /// An object or array over several lines, as tools print them for people.
  static func spread(_ text: String, indent: String = "  ") -> String {
    var result = ""
    var depth = 0
    var isInText = false
    var isEscaped = false
    for character in text {
      if isInText {
        result.append(character)
        if !isEscaped, character == "\"" { isInText = false }
        isEscaped = !isEscaped && character == "\\"
        continue
      }
      switch character {
      case "{", "[":
        depth += 1
        result += String(character) + "\n" + String(repeating: indent, count: depth)
      case "}", "]":
        depth -= 1
        result += "\n" + String(repeating: indent, count: depth) + String(character)
      case ",": result += ",\n" + String(repeating: indent, count: depth)
      case ":": result += ": "
      default:
        if character == "\"" { isInText = true }
        result.append(character)
      }
    }
    return result
  }

  /// Ways to write some records down; each ends where a line does.
  private static let framings: [@Sendable ([String]) -> String] = [
    { $0.joined(separator: "\n") },
    { "[" + $0.joined(separator: ",") + "]" },
    { "[\n" + $0.joined(separator: ",\n") + "\n]" },
    { $0.map { "[\($0)]" }.joined(separator: "\n") },
    { #"{"meta":{"count":"1"},"data":["# + $0.joined(separator: ", ") + "]}" },
    { $0.map { #"{"data":[\#($0)],"more":null}"# }.joined(separator: "\n") },
    { $0.map { spread($0) }.joined(separator: "\n") },
    { spread("[" + $0.joined(separator: ",") + "]", indent: "") },
    { spread(#"{"data":["# + $0.joined(separator: ",") + "]}") },
    { "```json\n" + $0.map { spread($0) }.joined(separator: "\n") + "\n```" },
    { $0.map { "// \"one\" of {\n\($0.dropLast()) /* it's the [end */}" }.joined(separator: "\n") },
  ]

  /// The records in order, some together in each way of writing, as pieces of a file.
  private func pieces(_ records: [String], using random: inout SeededGenerator) -> [String] {
    var pieces: [String] = []
    var rest = records[...]
    while !rest.isEmpty {
      let some = rest.prefix(Int.random(in: 1...5, using: &random))
      rest = rest.dropFirst(some.count)
      let text = (Self.framings.randomElement(using: &random) ?? Self.framings[0])(Array(some))
      pieces.append(Bool.random(using: &random) ? text.replacing("\n", with: "\r\n") : text)
    }
    return pieces
  }

  /// What a file told, in an order of its own, with what it refused.
  private func told(_ text: String, blockSize: Int = 4096) throws -> [String] {
    let sample = try ExampleTests.sample(text, nil) {
      $0.readsOn = true
      $0.blockSize = blockSize
    }
    let progress = sample.progress
    #expect(
      progress.counts.lines == progress.counts.accepted + progress.counts.rejected + progress.counts.ignored)
    // How long a payload is, blanks in it decide.
    let payloads = Set(sample.told.filter { $0["note"] == "payload" }.map { $0.filter { $0.key != "bytes" } })
    let events = (sample.told.filter { $0["note"] != "payload" } + payloads).map { told in
      told.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
    return events + sample.refused.map(ExampleTests.word)
  }

  /// In an order of its own; the same payload is told once a file.
  private func counted(_ told: [String]) -> [String] {
    let payloads = told.filter { $0.contains("note=payload") }
    return (told.filter { !$0.contains("note=payload") } + Set(payloads)).sorted()
  }

  @Test(arguments: seeds(0..<24))
  func `a record tells the same in whatever it stands, behind whatever it stands`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    #expect(Self.records.count > 100)
    let records = Self.records.shuffled(using: &random)
    let alone = counted(try records.flatMap { try told($0) })
    let pieces = pieces(records, using: &random)
    let cut = Int.random(in: 0...pieces.count, using: &random)
    let blockSize = [3, 64, 1000, 1 << 20].randomElement(using: &random) ?? 64
    let halves = [pieces[..<cut], pieces[cut...]]
    let found = counted(
      try halves.flatMap { try told($0.joined(separator: "\n"), blockSize: blockSize) })
    #expect(found.difference(from: alone).isEmpty, "\(found.difference(from: alone))")
  }

  /// All of a file, or its parts one after another.
  private struct Whole: Equatable {
    var events: [EventText] = []
    var refused: [String] = []
    var lines = 0
    var ignored = 0
    var lastLine = 0
  }

  @Test(arguments: seeds(0..<24)) func `parts of a file and blocks of any size read the same values`(
    seed: UInt64
  )
    throws
  {
    var random = SeededGenerator(seed: seed ^ 0x7777)
    let noise = [
      "bad", "", "[INFO] started", #"{"app_key":"1","x":["#, #"{"app_key":"cut"#, "]", "  }", "{}",
    ]
    let receipts = (0..<60).map { Sample.line(["message_id": "m\($0)"]) }
    var pieces = pieces(receipts, using: &random)
    for _ in 0..<12 {
      pieces.insert(
        noise.randomElement(using: &random) ?? "", at: .random(in: 0...pieces.count, using: &random))
    }
    let log = Array((Sample.line() + "\n" + pieces.joined(separator: "\n") + "\n").utf8)
    let file = try ScratchFile(log)
    func read(_ size: Int, _ blockSize: Int) throws -> Whole {
      var whole = Whole()
      for start in stride(from: 0, to: log.count, by: size) {
        let next = min(start + size, log.count)
        let part = FilePart(isFirst: start == 0, isLast: next == log.count, end: Int64(next))
        let reading = try Reading(
          path: file.path, blockSize: blockSize, batchCapacity: 7, startOffset: Int64(start),
          part: size < log.count ? part : nil
        ) {
          $0.mappings = { MappingCatalogue.all }
          $0.readsOn = true
        }
        #expect(reading.error == nil)
        whole.events += reading.events
        whole.refused += reading.rejections.map {
          "\($0.line + whole.lastLine) \($0.byteOffset) \($0.rejection.reason.rawValue)"
        }
        whole.lines += reading.progress.counts.lines
        whole.ignored += reading.progress.counts.ignored
        whole.lastLine += reading.progress.lastLine
      }
      return whole
    }
    let expected = try read(log.count, 1 << 16)
    #expect(expected.events.count >= 61)
    #expect(expected.lastLine == log.count { $0 == UInt8(ascii: "\n") })
    for refused in expected.refused {
      let words = refused.split(separator: " ")
      let line = try 1 + log.prefix(#require(Int(words[1]))).count { $0 == UInt8(ascii: "\n") }
      #expect(String(line) == words[0], "\(refused)")
    }
    for (size, blockSize) in [
      (log.count, 1), (log.count, 50), (37, 64), (500, 16), (2_000, 4_096), (9_000, 100),
    ] {
      #expect(try read(size, blockSize) == expected, "parts of \(size), blocks of \(blockSize)")
    }
  }

  @Test(arguments: seeds(5..<11))
  func `a log with arrays in it can be left and taken up wherever it is resumable`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let receipts = (0..<10).map { Sample.line(["message_id": "m\($0)"]) }
    let log = Array(
      (Sample.line() + "\n" + pieces(receipts, using: &random).joined(separator: "\n") + "\n").utf8)
    let whole = try Reading(log)
    for end in stride(from: 1, through: log.count, by: 11) {
      let first = try Reading(Array(log[..<end]))
      guard first.error == nil, first.progress.isResumable, first.progress.offset > 0 else { continue }
      let second = try Reading(
        log, startOffset: first.progress.offset, startLine: first.progress.lastLine)
      #expect(first.events + second.events == whole.events)
      #expect(
        first.progress.counts.lines + second.progress.counts.lines == whole.progress.counts.lines, "\(end)")
      // What grows behind a value on its last line counts as a line again.
      if [0x0A, 0x0D].contains(log[min(Int(first.progress.offset), log.count - 1)])
        || first.isAtLineStart(log)
      {
        #expect(second.progress.lastLine == whole.progress.lastLine, "\(end)")
      }
    }
  }
}

extension Reading {
  /// Whether reading ended behind a line end.
  fileprivate func isAtLineStart(_ log: [UInt8]) -> Bool {
    progress.offset > 0 && log[Int(progress.offset) - 1] == 0x0A
  }
}
