import Prose
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

struct FramingTests {
  /// A log in which lines of several shapes, good and bad, follow one another.
  private static let mixed = Sample.bytes([
    Sample.line(), Sample.line(["reason": "a\\nb"]), "", "no json", Sample.line(["brand": "小米"]),
    Sample.line("__time__", token: "1790000000"), Sample.line(["event_type": "ext_ack"]) + "\r",
    "\u{FEFF}" + Sample.line(["message_id": "9"]), Sample.line(["app_key": nil]), Sample.line(),
  ])
  private static let array = Array(
    ("[" + Sample.line() + ", " + Sample.line(["brand": "小\\u7c73]}"]) + "]\n["
      + Sample.line(["event_type": "open"])
      + ",\n" + Sample.line(["app_key": "x"]) + "][]").utf8)
  private static let csv = Sample.bytes([
    Sample.header, Sample.row(["brand": "\"a \"\"b\"\"\r\nc\""]), Sample.row(), "",
    Sample.row(["reason": "\"x\ny\""]),
    "1,2", Sample.row(["event_type": "open"]) + "\r",
  ])

  @Test(arguments: [mixed, array, csv]) func `the size of a block changes nothing`(_ log: [UInt8]) throws {
    let whole = try Reading(log)
    #expect(whole.error == nil)
    #expect(whole.events.count >= 4)
    for blockSize in [1, 2, 3, 5, 7, 8, 13, 64, 100, 577, 4096] {
      let reading = try Reading(log, blockSize: blockSize)
      #expect(reading.error == nil)
      #expect(reading.events == whole.events)
      #expect(reading.refusals == whole.refusals)
      #expect(reading.rejections.map(\.byteOffset) == whole.rejections.map(\.byteOffset))
      #expect(reading.progress.counts.lines == whole.progress.counts.lines)
      #expect(reading.progress.offset == whole.progress.offset)
      #expect(reading.progress.lastLine == whole.progress.lastLine)
    }
  }

  @Test(arguments: [mixed, array, csv]) func `a run of one event at a time gives the same`(_ log: [UInt8])
    throws
  {
    let whole = try Reading(log)
    let reading = try Reading(log, batchCapacity: 1)
    #expect(reading.handOvers >= whole.events.count)
    #expect(reading.events == whole.events)
    #expect(reading.refusals == whole.refusals)
  }

  @Test func `a log can be left and taken up at any line`() throws {
    for log in [Self.mixed, Self.csv] {
      let whole = try Reading(log)
      let ends = log.indices.filter { log[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
      for end in ends {
        let first = try Reading(log) { $0.readLimit = Int64(end) }
        guard first.error == nil else { continue }
        let second = try Reading(
          log, startOffset: first.progress.offset, startLine: first.progress.lastLine)
        guard first.progress.offset > 0 else { continue }
        #expect(second.error == nil)
        #expect(first.events + second.events == whole.events)
        #expect(first.progress.counts.lines + second.progress.counts.lines == whole.progress.counts.lines)
        #expect(second.progress.lastLine == whole.progress.lastLine)
      }
    }
  }

  @Test func `a cut last line is held back and read when it is whole`() throws {
    let line = Array(Sample.line(["brand": "小米"]).utf8)
    let good = Sample.bytes([Sample.line()])
    for cut in 1..<line.count {
      let reading = try Reading(good + line[..<cut])
      #expect(reading.error == nil)
      #expect(reading.progress.counts.lines == 1)
      #expect(reading.progress.pendingBytes == cut)
      #expect(reading.progress.offset == Int64(good.count))
    }
    let whole = try Reading(good + line)
    #expect(whole.progress.pendingBytes == 0)
    #expect(whole.events.count == 2)
    let resumed = try Reading(good + line + good, startOffset: whole.progress.offset, startLine: 2)
    #expect(resumed.progress.counts.lines == 1)
    #expect(resumed.events.count == 1)
  }

  @Test func `a last row of CSV without its line end waits, unless it is final`() throws {
    let log = Sample.bytes([Sample.header, Sample.row()]) + Array(Sample.row().utf8)
    let waiting = try Reading(log)
    #expect(waiting.events.count == 1)
    #expect(waiting.progress.pendingBytes == Sample.row().utf8.count)
    let final = try Reading(log) { $0.isFinal = true }
    #expect(final.events.count == 2)
    #expect(final.progress.pendingBytes == 0)
  }

  @Test(arguments: 0..<8) func `a line of a quoted cell may begin as an object does`(place: Int) throws {
    let rows = (0..<8).map { row in
      Sample.row(
        ["device_id": "d\(row)"].merging(row == place ? ["brand": "\"one\n{\"\"two\"\":\n{}\""] : [:]) { $1 })
    }
    let reading = try Reading(Sample.bytes([Sample.header] + rows))
    #expect(reading.error == nil)
    #expect(reading.refusals == [])
    #expect(reading.events.count == 8)
  }

  @Test func `a line that was cut before the mark of a joined file loses none behind it`() throws {
    let log = Sample.bytes([#"{"a":""#, "\u{FEFF}", Sample.line(), Sample.line()])
    let reading = try Reading(log) { $0.readsOn = true }
    #expect(reading.progress.counts.lines == 4)
    #expect(reading.events.count == 2)
  }

  @Test func `a stray quotation mark does not make JSON of a table`() throws {
    let rows = [
      Sample.row(["brand": "a\"b"]), Sample.row(["brand": "\"one\n{\"\"two\"\":\n{}\""]), Sample.row(),
    ]
    let reading = try Reading(Sample.bytes([Sample.header] + rows))
    #expect(reading.progress.format == "csv")
    #expect(reading.events.count >= 2)
  }

  @Test func `an open quotation mark swallows nothing that follows`() throws {
    for (blockSize, rows) in [(256 << 10, 1500), (97, 100)] {
      let log = Sample.bytes(
        [Sample.header, Sample.row(), Sample.row(["brand": "\"open"])]
          + Array(repeating: Sample.row(), count: rows))
      let reading = try Reading(log, blockSize: blockSize)
      #expect(reading.refusals == ["3 csv-quote"])
      #expect(reading.events.count == rows + 1)
    }
  }

  @Test func `a line longer than any block is refused in constant memory`() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 5 << 20)
    let good = Sample.bytes([Sample.line()])
    let reading = try Reading(good + long + [10] + good, blockSize: 64 << 10)
    #expect(reading.refusals == ["2 line-too-long"])
    #expect(reading.rejections.map(\.length) == [long.count])
    #expect(reading.events.count == 2)
    #expect(reading.progress.counts.lines == 3)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `where blocks end changes nothing for a line as long as may be, or longer`(ending: String) throws {
    let good = Sample.bytes([Sample.line()])
    let padding = recordLimit - Sample.line().utf8.count
    for (extra, fill) in [(0, "x"), (1, "x"), (2, "x"), (padding + 700, " ")] {
      let line = Sample.line(["isp": String(repeating: fill, count: padding + extra)])
      let log =
        good + Array((fill == " " ? String(repeating: fill, count: recordLimit + extra) : line).utf8)
        + Array(ending.utf8) + good
      let readings = try [64 << 10, (1 << 20) - 300, 3 << 20].map { blockSize in
        try Reading(log, blockSize: blockSize) { $0.keepsRawRejects = true }
      }
      for reading in readings {
        #expect(reading.progress.counts.lines == 3)
        #expect(reading.refusals == (extra == 0 ? [] : ["2 line-too-long"]))
        #expect(reading.rejections.map(\.length) == readings[0].rejections.map(\.length))
        #expect(reading.rejections.map(\.digest) == readings[0].rejections.map(\.digest))
        #expect(reading.rejections.allSatisfy { $0.raw.count == recordLimit })
      }
    }
  }

  @Test func `rejections are handed over before they pile up`() throws {
    let log = Sample.bytes([Sample.line()] + Array(repeating: "x", count: 70_000))
    let reading = try Reading(log)
    #expect(reading.handOvers == 2)
    #expect(reading.rejections.count == 70_000)
  }

  @Test func `nothing and next to nothing are no errors`() throws {
    let logs: [[UInt8]] = [[], [10], Sample.bytes([Sample.header])]
    for (log, lines) in zip(logs, [0, 1, 1]) {
      let reading = try Reading(log)
      #expect(reading.error == nil)
      #expect(reading.progress.counts.lines == lines)
      #expect(reading.progress.counts.ignored == lines)
    }
  }

  @Test(arguments: ["[]", "[ ]", "[\n]", #"{"data":[]}"#], ["", "\n"])
  func `an empty array is one ignored line, wherever it stands`(empty: String, ending: String) throws {
    for log in [empty, Sample.line() + "\n" + empty, empty + "\n" + Sample.line()] {
      let counts = try Reading(Array((log + ending).utf8)).progress.counts
      #expect(counts.ignored == 1, "\(log.suffix(12))")
      #expect(counts.lines == counts.events + 1)
    }
  }

  /// A whole file and the reason it ends with.
  struct FileCase: Sendable {
    var id: String
    var bytes: [UInt8]
    var reason: String

    init(_ id: String, _ bytes: [UInt8], _ reason: String) {
      self.id = id
      self.bytes = bytes
      self.reason = reason
    }
  }

  static let files: [FileCase] = [
    FileCase("B05", Sample.bytes([Sample.header, Sample.row()], ending: "\r"), "no-newlines"),
    FileCase("B05", Sample.bytes([Sample.line(), Sample.line()], ending: "\r"), "no-newlines"),
    FileCase("B07", widened([], [0]), "utf16"),
    FileCase("B07", [0xFE, 0xFF] + widened([0], []), "utf16"),
    FileCase("B08", widened([], [0, 0, 0]), "utf32"),
    FileCase("B15", [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20), "no-newlines"),
    FileCase("B19", Sample.bytes(["$ cat log", "<html>", "</html>"]), "not-a-receipt-log"),
    FileCase("B20", [0x7F] + Array("ELF and so on".utf8), "unsupported:elf"),
    FileCase("B20", Array("SQLite format 3\0".utf8), "unsupported:sqlite"),
    FileCase("B51", [0x50, 0x4B, 3, 4, 0, 0], "unsupported:zip"),
    FileCase("B51", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "unsupported:xz"),
    FileCase(
      "B55", Sample.bytes(["{", "  \"app_key\": \"1\",", "  \"message_id\": \"2\"", "}"]), "not-a-receipt-log"
    ),
    FileCase("B86", Sample.bytes(["a,b,c,d", "1,2,3,4"]), "csv-header"),
    FileCase("B86", Sample.bytes(["app_key,message_id,event_time", "1,2,3"]), "csv-header"),
    FileCase("B86", Sample.bytes([Sample.row(), Sample.row()]), "csv-header"),
    FileCase("B87", Sample.bytes([Sample.header + ",app_key", Sample.row() + ",1"]), "csv-duplicate-column"),
  ]

  /// A line with bytes put before and after each of its own.
  private static func widened(_ before: [UInt8], _ after: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in Sample.line().utf8 { result += before + [byte] + after }
    return result
  }

  @Test(arguments: files)
  func `a file that is no log ends with its reason`(_ example: FileCase) throws {
    let reading = try Reading(example.bytes)
    #expect(reading.error?.reasonName == example.reason, "\(example.id)")
    #expect(reading.events == [])
    #expect(reading.error?.explanation.told().isEmpty == false)
  }

  @Test func `pretty printed objects are read as they are`() throws {
    let pretty = Sample.line().replacing("{", with: "{\n  ").replacing(",", with: ",\n  ").replacing(
      "}", with: "\n}")
    let reading = try Reading(Sample.bytes([pretty, pretty]))
    #expect(reading.error == nil)
    #expect(reading.progress.counts.lines == 2)
    #expect(reading.events.count == 2)
  }

  @Test(arguments: [0, 1, 2]) func `a record is read in the fence that a page puts around it`(shape: Int)
    throws
  {
    let line = Sample.line()
    let text = [line, "[\(line)]", line.replacing(",", with: ",\n  ")][shape]
    for (blockSize, end) in [(1, ""), (4096, "\n")] {
      let fenced = Array("```json\n\(text)\n```\(end)".utf8)
      let reading = try Reading(fenced, blockSize: blockSize) { $0.isFinal = true }
      #expect(reading.error == nil)
      #expect(reading.events.count == 1)
      #expect(reading.progress.counts.ignored == 2)
      #expect(reading.refusals == [])
    }
  }

  @Test func `a first line that was cut takes no line with it`() throws {
    let cut = String(Sample.line().prefix(40))
    let reading = try Reading(Sample.bytes([cut, Sample.line(), Sample.line()]))
    #expect(reading.refusals.count == 1)
    #expect(reading.events.count == 2)
  }

  @Test func `an object that is still being written waits, and one that was cut does not`() throws {
    let good = Sample.line()
    let begun = good.replacing(",", with: ",\n").dropLast(10)
    let waiting = try Reading(Array((good + "\n" + begun).utf8))
    #expect(waiting.progress.counts.lines == 1)
    #expect(waiting.progress.pendingBytes == begun.utf8.count)
    #expect(waiting.refusals == [])
    let cut = try Reading(Sample.bytes([good, #"{"app_key":"7","message_id":"#, good, good]))
    #expect(cut.refusals == ["2 not-json"])
    #expect(cut.events.count == 3)
  }

  @Test func `lines of cells come with the option that names their columns`() throws {
    let reading = try Reading(Sample.bytes(["1\t2\tdevice\tsent\t1789914727236"]))
    #expect(reading.error == .notAReceiptLog(.cells))
    #expect(reading.error?.explanation.told().contains("--columns") == true)
  }

  @Test func `a hundred refused lines end a file, ninety-nine before a good one do not`() throws {
    let bad = Array(repeating: "bad", count: 99)
    let kept = try Reading(Sample.bytes(bad + [Sample.line()]))
    #expect(kept.error == nil)
    #expect(kept.events.count == 1)
    let ended = try Reading(Sample.bytes(bad + ["bad", Sample.line()]))
    #expect(ended.error == .notAReceiptLog(.other))
    #expect(ended.rejections.count == 100)
    #expect(ended.events == [])
  }

  @Test func `files that are not there or not files are named`() {
    #expect(throws: InputError.missing) { _ = try InputFile(path: "/tmp/pushledger-no-such-file") }
    #expect(throws: InputError.notRegular) { _ = try InputFile(path: "/tmp") }
    #expect(throws: InputError.notRegular) { _ = try InputFile(path: "/dev/null") }
  }
}
