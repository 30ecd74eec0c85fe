import Foundation
import Importing
import Ledger
import LogReading
import ReceiptModel
import Simulation
import TestSupport
import Testing

/// The life of log files in random steps, with imports in between: they grow byte by byte, are rotated, renamed,
/// copied and compressed, and in the end the ledger is as if all had come at once.
@Suite struct LogLifeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: seeds(0..<30)) func `files that live between imports give the same ledger`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    var scenario = Scenario.small(seed: seed)
    scenario.events = 400
    let records = LogRecords.simulated(scenario)
    var options = ImportOptions()
    options.memory.batchCapacity = [64, 128, 1_024].randomElement(using: &random) ?? 64
    options.memory.blockSize = [7, 256, 4_096].randomElement(using: &random) ?? 256

    let whole = try folder.ledger(
      "whole.db",
      importing: [
        try folder.write(Data(records.file(Array(0..<records.count)[...], .jsonLines)), to: "whole.log")
      ])
    let expected = try LedgerContent(of: whole)

    let store = try LedgerWriter.openForWriting(folder.path("lived.db"))
    var life = try LogLife(records, in: folder, using: &random)
    while try life.step(using: &random) {
      let summary = try store.importFiles([folder.path("logs")], options: options)
      #expect(
        summary.counts.lines == summary.counts.merged + summary.counts.duplicate + summary.counts.rejected
          + summary.counts.ignored)
      #expect(summary.counts.rejected == 0)
    }
    #expect(try LedgerContent(of: store).differences(from: expected) == [])
    #expect(try store.verify() == [])
    // A copy whose original has grown since is read once more, one by one where a copy was itself copied.
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("logs")).count
    for _ in 0..<files { _ = try store.importFiles([folder.path("logs")], options: options) }
    #expect(try store.importFiles([folder.path("logs")], options: options).counts.lines == 0)
    #expect(try LedgerContent(of: store).differences(from: expected) == [])
  }
}

/// Some files that together receive a log, and what happens to them.
private struct LogLife {
  /// What is still to be written to each file.
  private var rest: [(name: String, bytes: Data)]
  private let folder: ScratchFolder
  private var rotations = 0

  init(_ records: LogRecords, in folder: ScratchFolder, using random: inout SeededGenerator) throws {
    self.folder = folder
    let parts = Int.random(in: 1...3, using: &random)
    let size = records.count / parts + 1
    rest = (0..<parts).map { part in
      let shape =
        [LogShape.jsonLines, .jsonLinesOld, .pullLogDump, .csv, .tsv, .pipe]
        .randomElement(using: &random) ?? .csv
      let range = part * size..<min(records.count, (part + 1) * size)
      return ("log-\(part)", Data(records.file(Array(range)[...], shape)))
    }
  }

  /// One more thing happens to every file.
  ///
  /// - Returns: `false` when all was written before.
  mutating func step(using random: inout SeededGenerator) throws -> Bool {
    guard !rest.isEmpty else { return false }
    for index in rest.indices {
      try grow(index, using: &random)
      let path = folder.path("logs/" + rest[index].name)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        try FileManager.default.copyItem(atPath: path, toPath: folder.path("logs/copy-\(rotations)"))
        rotations += 1
      case 1:
        let name = "renamed-\(rotations)"
        try FileManager.default.moveItem(atPath: path, toPath: folder.path("logs/" + name))
        rest[index].name = name
        rotations += 1
      case 2: try rotate(path, index, using: &random)
      default: break
      }
    }
    rest.removeAll { $0.bytes.isEmpty }
    return true
  }

  /// Appends bytes: any number, or up to just before or behind the end of a line.
  private mutating func grow(_ index: Int, using random: inout SeededGenerator) throws {
    let bytes = rest[index].bytes
    var count = min(bytes.count, Int.random(in: 0...30_000, using: &random))
    let end = bytes.dropFirst(count).firstIndex(of: 0x0A).map { $0 - bytes.startIndex } ?? bytes.count
    switch Int.random(in: 0..<3, using: &random) {
    case 0: count = end
    case 1: count = min(end + 1, bytes.count)
    default: break
    }
    let path = folder.path("logs/" + rest[index].name)
    let before = FileManager.default.contents(atPath: path) ?? Data()
    try folder.write(before + bytes.prefix(count), to: "logs/" + rest[index].name)
    rest[index].bytes = Data(bytes.dropFirst(count))
  }

  /// Completes the file and puts it aside, sometimes compressed; nothing follows it.
  private mutating func rotate(_ path: String, _ index: Int, using random: inout SeededGenerator) throws {
    let whole = (FileManager.default.contents(atPath: path) ?? Data()) + rest[index].bytes
    rest[index].bytes = Data()
    try FileManager.default.removeItem(atPath: path)
    let compression = Bool.random(using: &random) ? Compression.installed.randomElement(using: &random) : nil
    let bytes = try compression?.compress(whole) ?? whole
    try folder.write(bytes, to: "logs/rotated-\(rotations)")
    rotations += 1
  }
}
