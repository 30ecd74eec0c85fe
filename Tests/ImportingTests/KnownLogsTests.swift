import Importing
import Ledger
import LogReading
import SQLite
import TestSupport
import Testing

/// Finding the files with refused lines again.
struct KnownLogsTests {
  private let folder: ScratchFolder
  private let store: LedgerWriter

  init() throws {
    folder = try ScratchFolder()
    store = try LedgerWriter.openForWriting(folder.path("a.db"))
  }

  private func refused(among paths: [String]? = nil) throws -> KnownLogs {
    try Importer.find(
      store.filesWithRejects(), among: paths?.map { ImportSource(argument: $0) }, in: store,
      options: ImportOptions())
  }

  private func receipt(_ message: String) -> String {
    #"{"app_key":"7","message_id":"\#(message)","device_id":"d","event_type":"sent","event_time":1790000000}"#
      + "\n"
  }

  @Test func `only files with refused lines are found, and those that have gone are named`() throws {
    let good = try folder.write(receipt("m1"), to: "good.jsonl")
    let bad = try folder.write(receipt("m2") + "nonsense\n", to: "bad.jsonl")
    _ = try store.importFiles([good, bad])
    #expect(try refused().found.map(\.source) == [ImportSource(argument: bad)])
    #expect(try refused(among: [good]).found.isEmpty)
    #expect(try refused(among: [good]).missing == [bad])
  }

  @Test func `a file that was moved is found in a folder, and not what took its place`() throws {
    let bad = receipt("m1") + "nonsense\n"
    let path = try folder.write(bad, to: "logs/a.jsonl")
    _ = try store.importFiles([path])
    let moved = try folder.write(bad, to: "archive/a.jsonl.1")
    try folder.write(receipt("m2") + "nonsense\n", to: "logs/a.jsonl")
    #expect(try refused().found.isEmpty)
    #expect(try refused().missing == [path])
    let found = try refused(among: [folder.path("archive"), folder.path("logs")])
    #expect(found.found.map(\.source) == [ImportSource(argument: moved)])
    #expect(found.missing == [])
  }

  @Test func `forgetting drops the refused lines of a path and leaves the account of its lines`() throws {
    let path = try folder.write(receipt("m1") + "nonsense\n", to: "a.jsonl")
    _ = try store.importFiles([path])
    #expect(try store.forgetRejects(ofFilesAt: path) == 1)
    #expect(try store.forgetRejects(ofFilesAt: path) == nil)
    #expect(try refused().missing == [])
    #expect(try store.database.integer("SELECT rejected FROM files") == 1)
    #expect(try store.verify() == [])
  }
}
