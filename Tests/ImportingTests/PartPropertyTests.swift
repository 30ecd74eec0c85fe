import Foundation
import Importing
import Ledger
import LogReading
import ReceiptModel
import Simulation
import TestSupport
import Testing

/// However many workers read, however large the parts are and the runs, an import leaves behind and tells what one
/// worker does that reads each file from its start to its end.
@Suite struct PartPropertyTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func store(_ name: String) throws -> LedgerWriter {
    try LedgerWriter.openForWriting(folder.path(name))
  }

  /// One worker, each file from its start to its end.
  private func undivided(batchCapacity: Int) -> ImportOptions {
    var options = ImportOptions()
    options.memory.jobs = 1
    options.memory.batchCapacity = batchCapacity
    return options
  }

  private func divided(_ partBytes: Int64, _ jobs: Int, using random: inout SeededGenerator) -> ImportOptions
  {
    var options = ImportOptions()
    options.memory.jobs = jobs
    options.memory.batchCapacity = [1, 10, 1_000].randomElement(using: &random) ?? 10
    options.memory.blockSize = [1, 13, 512, 4_096].randomElement(using: &random) ?? 512
    options.portionBytes = partBytes
    return options
  }

  @Test(arguments: [1, 7, 100, 1_000, 20_000] as [Int64], [1, 2, 8])
  func `parts of any size and any number of workers give the same`(partBytes: Int64, jobs: Int) throws {
    var random = SeededGenerator(seed: UInt64(partBytes) << 8 | UInt64(jobs))
    let paths = try folder.writeHostileLogs(UInt64(jobs), events: partBytes < 100 ? 20 : 150, using: &random)
    var whole = undivided(batchCapacity: 1_000)
    var parts = divided(partBytes, jobs, using: &random)
    whole.reading.isFinal = jobs == 2
    parts.reading.isFinal = jobs == 2
    let expected = try ImportTrace(paths, into: store("whole.db"), whole)
    let found = try ImportTrace(paths, into: store("parts.db"), parts)
    #expect(found.differences(from: expected) == [])
    #expect(expected.rejects.count > 1)
    #expect(try store("parts.db").verify() == [])
  }

  @Test(arguments: seeds(0..<12)) func `a file that grows between imports is read on in parts`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed ^ 0x6161)
    let records = LogRecords.simulated(Scenario(seed: seed, events: 40).clean)
    let log = Data(HostileLog(records, 0..<40, longest: 800, using: &random).bytes)
    let cut = Int.random(in: 1..<log.count, using: &random)
    let partBytes = [5, 50, 700, 5_000].randomElement(using: &random) ?? 50
    let parts = divided(Int64(partBytes), 3, using: &random)
    for bytes in [log.prefix(cut), log] {
      try folder.write(Data(bytes), to: "log.jsonl")
      let paths = [folder.path("log.jsonl")]
      let expected = try ImportTrace(paths, into: store("whole.db"), undivided(batchCapacity: 1_000))
      let found = try ImportTrace(paths, into: store("parts.db"), parts)
      #expect(found.differences(from: expected) == [])
    }
    var again = parts
    again.rescans = true
    var wholeAgain = undivided(batchCapacity: 7)
    wholeAgain.rescans = true
    let paths = [folder.path("log.jsonl")]
    let expected = try ImportTrace(paths, into: store("whole.db"), wholeAgain)
    #expect(try ImportTrace(paths, into: store("parts.db"), again).differences(from: expected) == [])
  }

  @Test(arguments: seeds(0..<10)) func `an interrupt after any run and another import give the same`(
    seed: UInt64
  )
    throws
  {
    var random = SeededGenerator(seed: seed ^ 0x1111)
    let paths = try folder.writeHostileLogs(seed, using: &random)
    let expected = try ImportTrace(paths, into: store("whole.db"), undivided(batchCapacity: 1_000))
    var options = divided([100, 900, 4_096].randomElement(using: &random) ?? 100, 3, using: &random)
    options.memory.batchCapacity = 10
    let parts = try store("parts.db")
    var refused: Set<String> = []
    var commits = Int.random(in: 1...20, using: &random)
    var trace = try ImportTrace(paths, into: parts, options, stoppingAfter: commits)
    while trace.wasInterrupted {
      refused.formUnion(trace.refused)
      #expect(try parts.verify() == [])
      // An array is read from its start again, so each try has to come further than the last.
      commits += Int.random(in: 1...20, using: &random)
      trace = try ImportTrace(paths, into: parts, options, stoppingAfter: commits)
    }
    refused.formUnion(trace.refused)
    #expect(trace.fingerprint == expected.fingerprint)
    #expect(trace.rejects == expected.rejects)
    #expect(refused == Set(expected.refused))
    // What was merged before an interrupt is a duplicate when an array is read again; all else stands as in one go.
    let before = try rows(store("whole.db"))
    let after = try rows(parts)
    #expect(after == before)
  }

  /// What the ledger knows of files but for which lines were new: in an array that is read again, fewer are.
  private func rows(_ store: LedgerWriter) throws -> [String] {
    try store.table(
      """
      SELECT path, bytes, offset, last_line, head, tail, state, lines, merged + duplicate, rejected, ignored, events,
        first_event_at, last_event_at FROM file ORDER BY ref
      """
    ).rows.map { $0.map(\.plain).joined(separator: " ") }
  }

  @Test func `a line longer than many parts is one line`() throws {
    let records = LogRecords.simulated(Scenario(seed: 3, events: 30).clean)
    let log = { (range: Range<Int>) in records.file(Array(range)[...], .jsonLines) }
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: (1 << 20) + 5_000) + [0x0A]
    for (name, bytes) in [
      ("inside.jsonl", log(0..<10) + long + log(10..<30)), ("last.jsonl", log(0..<10) + long.dropLast()),
    ] {
      let path = try folder.write(Data(bytes), to: name)
      let expected = try ImportTrace([path], into: store(name + ".whole"), undivided(batchCapacity: 100))
      for partBytes in [4_096, 100_000] as [Int64] {
        var random = SeededGenerator(seed: 1)
        var options = divided(partBytes, 2, using: &random)
        options.memory.blockSize = 8_192
        let found = try ImportTrace([path], into: store("\(name).\(partBytes)"), options)
        #expect(found.differences(from: expected) == [])
      }
    }
  }

  /// Where a file is given up on says how far it had been read, which depends on the blocks.
  private func sameBlocks(_ options: ImportOptions) -> ImportOptions {
    var options = options
    options.memory.blockSize = ImportOptions().memory.blockSize
    return options
  }

  @Test(arguments: [99, 100, 1_500])
  func `a file that begins with refused lines is given up on at the same line`(refused: Int) throws {
    let records = LogRecords.simulated(Scenario(seed: 3, events: 30).clean)
    let good = records.file(Array(0..<30)[...], .jsonLines)
    for bad in ["no record\n", "\n", String(repeating: "long ", count: 300) + "\n"] {
      let bytes = Array(String(repeating: bad, count: refused).utf8) + good
      let path = try folder.write(Data(bytes), to: "log.jsonl")
      let name = "\(refused) \(bad.utf8.count)"
      let expected = try ImportTrace([path], into: store(name), undivided(batchCapacity: 100))
      for partBytes in [500, 5_000, 70_000] as [Int64] {
        var random = SeededGenerator(seed: 1)
        let found = try ImportTrace(
          [path], into: store("\(name) \(partBytes)"), sameBlocks(divided(partBytes, 3, using: &random)))
        #expect(found.differences(from: expected) == [])
      }
    }
  }

  @Test func `unknown types and fields beyond a hundred names are told alike`() throws {
    let records = LogRecords.simulated(Scenario(seed: 3, events: 400).clean)
    let lines = records.file(Array(0..<400)[...], .jsonLines).split(separator: 0x0A)
      .enumerated().map { index, line in
        String(decoding: line, as: UTF8.self)
          .replacing(
            "\"event_type\":\"", with: "\"field_\(index % 170)\":1,\"event_type\":\"type_\(index * 7 % 190)_")
      }
    let path = try folder.write(lines.map { $0 + "\n" }.joined(), to: "log.jsonl")
    let expected = try ImportTrace([path], into: store("whole.db"), undivided(batchCapacity: 100))
    #expect(expected.summary[0].contains("…"))
    for partBytes in [1_000, 9_000, 60_000] as [Int64] {
      var random = SeededGenerator(seed: 1)
      var options = divided(partBytes, 3, using: &random)
      options.memory.batchCapacity = 40
      let found = try ImportTrace([path], into: store("\(partBytes).db"), options)
      #expect(found.differences(from: expected) == [])
    }
  }
}
