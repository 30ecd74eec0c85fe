import Mappings
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// Whole logs of text lines, which other lines stand in.
struct TextLogTests {
  static let names = ["display-ack-combined", "display-ack-form", "extension-log"]

  @Test(arguments: names, [UInt64(91), 92, 93])
  func `every line is accounted for, however the log is cut into blocks`(_ name: String, _ seed: UInt64)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    let mapping = try #require(MappingCatalogue.mapping(name))
    let lines = (0..<300).map { _ in Self.line(name, &generator) }
    let log = Self.bytes(lines, &generator)
    let whole = try Notes(log, mapping)
    #expect(whole.error == nil)
    #expect(whole.progress.counts.lines == lines.count)
    #expect(
      whole.notes.count == whole.progress.counts.lines - whole.progress.counts.rejected
        - whole.progress.counts.ignored)
    #expect(whole.notes.count > 50)
    #expect(whole.progress.counts.ignored > 20)
    #expect(whole.progress.counts.rejected > 0 || name == "extension-log")
    for blockSize in [16, 100, 4096] {
      #expect(try Notes(log, mapping, blockSize: blockSize) == whole)
    }
    #expect(try Notes(pack(log, "gzip -c"), mapping).notes == whole.notes)
  }

  @Test(arguments: names) func `a log that grows gives what it gives when it is whole`(_ name: String) throws
  {
    var generator = SeededGenerator(seed: 94)
    let mapping = try #require(MappingCatalogue.mapping(name))
    for _ in 0..<40 {
      let log = Self.bytes((0..<30).map { _ in Self.line(name, &generator) }, &generator)
      let whole = try Notes(log, mapping)
      let cut = Int.random(in: log.count / 2..<log.count, using: &generator)
      let first = try Notes(Array(log[..<cut]), mapping, isFinal: false)
      let second = try Notes(
        log, mapping, startOffset: first.progress.offset, startLine: first.progress.lastLine)
      #expect(first.notes + second.notes == whole.notes)
      #expect(first.progress.counts.lines + second.progress.counts.lines == whole.progress.counts.lines)
      #expect(first.refused + second.refused == whole.refused)
    }
  }

  @Test(arguments: names) func `a log with values in it can be taken up where it is resumable`(_ name: String)
    throws
  {
    var generator = SeededGenerator(seed: 95)
    let records = (0..<12).map { number in
      Bool.random(using: &generator)
        ? Self.good(name, number)
        : #"[{"app_key":"7",\#n"message_id":"m\#(number)","device_id":"d","event_type":"sent","#
          + #"\#n"event_time":1790000000}\#n,\#n]"#
    }
    let log = Self.bytes([Self.good(name, 99)] + records, &generator)
    let whole = try Notes(log, nil)
    #expect(whole.progress.format == LogFormat.text.rawValue)
    var resumed = 0
    for cut in stride(from: log.count / 8, through: log.count, by: 7) {
      let first = try Notes(Array(log[..<cut]), nil, isFinal: false)
      guard first.error == nil, first.progress.isResumable, first.progress.offset > 0 else { continue }
      let second = try Notes(
        log, nil, startOffset: first.progress.offset, startLine: first.progress.lastLine)
      resumed += 1
      #expect(first.notes + second.notes == whole.notes, "\(cut)")
      #expect(first.events + second.events == whole.events, "\(cut)")
      #expect(first.refused + second.refused == whole.refused, "\(cut)")
    }
    #expect(resumed > 20)
  }

  @Test(arguments: names) func `a log is recognised although it begins with lines of others`(_ name: String)
    throws
  {
    var log = name == "display-ack-form" ? "" : "starting\n"
    if name == "display-ack-combined" {
      log = #"::1 - - [26/Jan/2026:19:54:02 +0800] "GET /" 200 1 "-" "-""# + "\n"
    }
    log += Self.good(name, 1) + "\n"
    let found = try Notes(Array(log.utf8), nil)
    #expect(found.progress.mapping == name)
    #expect(found.notes.count == 1)
  }

  @Test func `a log in which no line is of a pattern is refused`() throws {
    let mapping = try #require(MappingCatalogue.mapping("extension-log"))
    let log = Array("one\ntwo pushext\nthree\n".utf8)
    #expect(try Notes(log, mapping).error == .notAReceiptLog(.other))
    #expect(try Notes(Array("\n\n".utf8), mapping).error == nil)
  }

  @Test func `an access log without a single ack is one of other requests`() throws {
    let mapping = try #require(MappingCatalogue.mapping("display-ack-combined"))
    let line = #"::1 - - [26/Jan/2026:19:54:02 +0800] "GET /?%FF=1&q=%FF HTTP/1.1" 200 1 "-" "-""# + "\n"
    let read = try Notes(Array(line.utf8), mapping)
    #expect(read.error == nil)
    #expect(read.progress.counts.ignored == 1)
  }

  @Test func `no address and no agent is kept`() throws {
    let mapping = try #require(MappingCatalogue.mapping("display-ack-combined"))
    let told = try ExampleTests.sample(Self.good("display-ack-combined", 1), mapping) { $0.appKey = "100" }
      .told
    #expect(told.count == 1)
    #expect(!told.contains { $0.values.contains { $0.contains("203.0.113") || $0.contains("Demo") } })
  }
}

// MARK: - Logs

extension TextLogTests {
  private static func good(_ name: String, _ number: Int) -> String {
    switch name {
    case "display-ack-combined":
      #"203.0.113.9 - - [26/Jan/2026:19:54:02 +0800] "GET /d?push_id=m\#(number) HTTP/1.1" 204 0 "-" "Demo/7""#
    case "display-ack-form": "push_id=m\(number)&time=1790000000"
    default: "x pushext time=2026-09-21T14:13:20Z event=expiring app=1 message=m\(number) device=d\(number)"
    }
  }

  private static func line(_ name: String, _ generator: inout SeededGenerator) -> String {
    let number = Int.random(in: 0..<1000, using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...4: return good(name, number)
    case 5: return good(name, number).replacing("push_id", with: "id").replacing("expiring", with: "other")
    case 6: return ["", " ", "\t"].randomElement(using: &generator) ?? ""
    case 7: return String(good(name, number).dropLast(Int.random(in: 1...40, using: &generator)))
    case 8: return good(name, number).replacing("204", with: "500")
    default:
      return String(
        (0..<30).map { _ in Array("\"[]= &%\\aé\u{1}").randomElement(using: &generator) ?? "a" })
    }
  }

  private static func bytes(_ lines: [String], _ generator: inout SeededGenerator) -> [UInt8] {
    lines.flatMap { Array(($0 + (Bool.random(using: &generator) ? "\n" : "\r\n")).utf8) }
  }
}

/// What a log of notes gave.
private struct Notes: Equatable {
  var notes: [Note] = []
  var events: [EventText] = []
  /// Where and why, of each refused line.
  var refused: [String] = []
  var progress = ReadProgress()
  var error: InputError?

  init(
    _ bytes: [UInt8], _ mapping: SourceMapping?, blockSize: Int = 256 << 10, isFinal: Bool = true,
    startOffset: Int64 = 0, startLine: Int = 0
  ) throws {
    let file = try ScratchFile(bytes)
    var options = ReadOptions()
    options.mapping = mapping
    if mapping == nil { options.mappings = { MappingCatalogue.all } }
    options.blockSize = blockSize
    options.isFinal = isFinal
    options.appKey = "100"
    var batch = EventBatch(capacity: 100)
    var reader = try LogReader(
      InputFile(path: file.path), options: options, startOffset: startOffset, startLine: startLine)
    do throws(InputError) {
      var status = ReadStatus.batchIsFull
      while status == .batchIsFull {
        status = try reader.read(into: &batch)
        notes += batch.notes.map(\.note)
        events += batch.events.map { EventText($0, in: batch) }
        batch.removeAll()
        refused += reader.takeRejections().map { "\($0.line) \($0.byteOffset) \(ExampleTests.word($0))" }
      }
    } catch {
      self.error = error
    }
    progress = reader.progress
  }

  static func == (left: Notes, right: Notes) -> Bool {
    left.notes == right.notes && left.events == right.events && left.refused == right.refused
      && left.error == right.error
      && left.progress.counts.lines == right.progress.counts.lines
      && left.progress.offset == right.progress.offset
      && left.progress.counts.ignored == right.progress.counts.ignored
  }
}
