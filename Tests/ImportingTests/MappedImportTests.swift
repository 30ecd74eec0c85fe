import Importing
import Ledger
import LogReading
import Mappings
import ReceiptModel
import SQLite
import TestSupport
import Testing

/// Records of several events on their way into a ledger.
struct MappedImportTests {
  private static func mapping(_ name: String = "own") throws -> SourceMapping {
    let text = """
      {title: "t", source: "own", records: "list[]?",
       fields: {app: {value: "7"}, message: "m", device: "d", type: "t", time: "s", vendorID: "v"},
       types: {sent: "sent", ack: "ext_ack", off: "ignore"}}
      """
    return try SourceMapping(json5: Array(text.utf8), name: name)
  }

  /// Records of none to four parts, of which few are bad.
  private static func records(_ count: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let parts = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
        let type = ["sent", "ack", "off", "new"].randomElement(using: &random) ?? "sent"
        let time =
          Int.random(in: 0..<100, using: &random) == 0
          ? "1" : "17900000001\(Int.random(in: 10...30, using: &random))"
        let vendor = Bool.random(using: &random) ? #","v":"v\#(Int.random(in: 0..<5, using: &random))""# : ""
        return
          #"{"m":"m\#(Int.random(in: 0..<3, using: &random))","d":"d\#(Int.random(in: 0..<9, using: &random))","t":"\#(type)","s":\#(time)\#(vendor)}"#
      }
      return #"{"list":[\#(parts.joined(separator: ","))]}"#
    }
  }

  private func options(_ mapping: SourceMapping, jobs: Int, builds: Bool) -> ImportOptions {
    var options = ImportOptions()
    options.reading.mapping = mapping
    options.reading.isFinal = true
    options.memory = MemoryPlan(bytes: Configuration.leastMemoryBytes, jobs: jobs)
    options.memory.batchCapacity = 40
    options.builds = builds
    return options
  }

  @Test(arguments: 0..<8) func `any order, split and way gives one ledger and an account that closes`(
    seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: seed)
    let records = Self.records(300, seed: seed)
    let mapping = try Self.mapping()
    let whole = try folder.write((records.joined(separator: "\n") + "\n"), to: "whole.jsonl")
    let reference = try folder.ledger(
      "whole.db", importing: [whole], options: options(mapping, jobs: 1, builds: false))
    let shuffled = records.shuffled(using: &random)
    let cut = Int.random(in: 1..<299, using: &random)
    let first = try folder.write((shuffled[..<cut].joined(separator: "\n") + "\n"), to: "a.jsonl")
    let second = try folder.write(("[" + shuffled[cut...].joined(separator: ",") + "]"), to: "b.json")
    let store = try LedgerWriter.openForWriting(folder.path("parts.db"))
    let summary = try store.importFiles(
      [first, second], options: options(mapping, jobs: 1 + Int(seed % 3), builds: seed % 2 == 0))
    #expect(summary.counts.lines == 300)
    #expect(
      summary.counts.lines == summary.counts.merged + summary.counts.duplicate + summary.counts.rejected
        + summary.counts.ignored)
    #expect(try store.fingerprint() == reference.fingerprint())
    #expect(try store.verify() == [])
    #expect(
      try store.database.integer("SELECT count(*) FROM alias")
        == reference.database.integer("SELECT count(*) FROM alias"))
    // All of it again, under another name: nothing is new.
    let again = try folder.write(("[" + records.joined(separator: ",\n") + "]"), to: "again.json")
    let repeated = try store.importFiles([again], options: options(mapping, jobs: 1, builds: false))
    #expect(repeated.counts.merged == 0)
    #expect(repeated.counts.duplicate == summary.counts.merged + summary.counts.duplicate)
    #expect(repeated.counts.rejected == summary.counts.rejected)
  }

  @Test func `a file is read again when another mapping is named for it`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(#"{"m":"m","d":"d","t":"sent","s":1790000000123}"#, to: "a.jsonl")
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let mine = options(try Self.mapping(), jobs: 1, builds: false)
    _ = try store.importFiles([path], options: mine)
    #expect(try store.importFiles([path], options: mine).counts.lines == 0)
    let other = options(try Self.mapping("other"), jobs: 1, builds: false)
    #expect(try store.importFiles([path], options: other).counts.duplicate == 1)
    let rows = try store.database.prepare("SELECT source, lines FROM files")
    #expect(try rows.step())
    #expect(rows.text(0) == "other")
    #expect(rows.integer(1) == 1)
  }

  @Test func `a file that nobody recognises goes on being read by the mapping that was named for it`() throws
  {
    let folder = try ScratchFolder()
    let first = #"{"m":"m","d":"d","t":"sent","s":1790000000123}"# + "\n"
    let path = try folder.write(first, to: "a.jsonl")
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let mapping = try Self.mapping()
    _ = try store.importFiles([path], options: options(mapping, jobs: 1, builds: false))
    var plain = options(mapping, jobs: 1, builds: false)
    plain.reading.mapping = nil
    plain.reading.mappings = { [mapping] }
    #expect(try store.importFiles([path], options: plain).counts.lines == 0)
    try folder.write(first + #"{"m":"m","d":"e","t":"sent","s":1790000000124}"# + "\n", to: "a.jsonl")
    #expect(try store.importFiles([path], options: plain).counts.merged == 1)
    plain.rescans = true
    #expect(try store.importFiles([path], options: plain).counts.duplicate == 2)
  }

  @Test func `a file is read again when its content asks for another mapping than was named for it`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      #"{"m":"m","d":"d","t":"sent","s":1790000000123,"x":1}"# + "\n", to: "a.jsonl")
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let mapping = try Self.mapping()
    _ = try store.importFiles([path], options: options(mapping, jobs: 1, builds: false))
    var recognised = try Self.mapping("other")
    recognised.recognition = [Recognition(path: FieldPath(steps: [.key("x")]))]
    let other = recognised
    var plain = options(mapping, jobs: 1, builds: false)
    plain.reading.mapping = nil
    plain.reading.mappings = { [mapping, other] }
    #expect(try store.importFiles([path], options: plain).counts.duplicate == 1)
    #expect(try store.importFiles([path], options: plain).counts.lines == 0)
  }

  @Test(arguments: [false, true], [1, 3]) func `records of no source in front of others decide nothing`(
    isFirst: Bool, jobs: Int
  ) throws {
    let folder = try ScratchFolder()
    var recognised = try Self.mapping()
    recognised.recognition = [Recognition(path: FieldPath(steps: [.key("list")]))]
    let known = recognised
    let others = (0..<150).map { #"{"event":"login","user":"u\#($0)"}"# }
    let records = Self.records(40, seed: 1)
    let lines = isFirst ? others + records : records + others
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "a.jsonl")
    var options = options(known, jobs: jobs, builds: false)
    options.reading.mapping = nil
    options.reading.mappings = { [known] }
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let summary = try store.importFiles([path], options: options)
    let alone = try folder.write(records.joined(separator: "\n") + "\n", to: "b.jsonl")
    let expected = try folder.ledger("b.db", importing: [alone], options: options)
    #expect(try store.fingerprint() == expected.fingerprint())
    #expect(summary.counts.lines == 190)
    #expect(summary.reasons[Rejection(.unknownSource)] == 150)
    let rows = try store.database.prepare("SELECT source FROM files")
    #expect(try rows.step())
    #expect(rows.text(0) == "own, unknown")
  }

  @Test func `a file of nothing that is known keeps no more than its first hundred lines`() throws {
    let folder = try ScratchFolder()
    let lines = (0..<300).map { #"{"event":"login","user":"u\#($0)"}"# }
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "a.jsonl")
    var options = options(try Self.mapping(), jobs: 1, builds: false)
    options.reading.mapping = nil
    options.reading.mappings = { [] }
    let store = try LedgerWriter.openForWriting(folder.path("a.db"))
    let summary = try store.importFiles([path], options: options)
    #expect(summary.files[0].error == .notAReceiptLog(.other))
    #expect(summary.counts.rejected == 100)
    #expect(try store.database.integer("SELECT count(*) FROM rejects") == 100)
  }
}
