import Foundation
import Importing
import Ledger
import LogReading
import Mappings
import ReceiptModel
import Simulation
import TestSupport
import Testing

/// Files between imports: they grow, are rotated, replaced, copied and compressed, and are known by their content.
@Suite struct GrowingFileTests {
  private let folder: ScratchFolder
  private let store: LedgerWriter

  init() throws {
    folder = try ScratchFolder()
    store = try LedgerWriter.openForWriting(folder.path("a.db"))
  }

  /// The lines of a simulated log without repeats, each with its end.
  private func lines(_ count: Int, seed: UInt64 = 1, shape: LogShape = .jsonLines) -> [Data] {
    var scenario = Scenario(seed: seed, events: count).clean
    scenario.days = 1
    // Values without line ends, so that a record is a line.
    scenario.awkwardNames = 0
    scenario.failures = 0
    let records = LogRecords.simulated(scenario)
    let bytes = records.file(Array(0..<count)[...], shape)
    return bytes.split(separator: 0x0A).map { Data($0 + [0x0A]) }
  }

  private func write(_ lines: some Sequence<Data>, to name: String = "push.log") throws {
    try folder.write(lines.reduce(Data(), +), to: "logs/" + name)
  }

  @discardableResult private func importAll() throws -> ImportSummary {
    let summary = try store.importFiles([folder.path("logs")])
    #expect(try store.verify() == [])
    return summary
  }

  @Test(arguments: [LogShape.jsonLines, .pullLogDump, .csv, .tsv, .pipe])
  func `of a file that has grown only the new bytes are read`(shape: LogShape) throws {
    let lines = lines(300, shape: shape)
    let header = shape.hasHeader ? 1 : 0
    try write(lines.prefix(100))
    #expect(try importAll().counts.lines == 100)
    try write(lines.prefix(180))
    let second = try importAll()
    #expect(second.files.map(\.treatment) == [.resumed])
    #expect(second.counts.merged + second.counts.duplicate == 80)
    #expect(second.counts.lines == 80)
    try write(lines)
    #expect(try importAll().counts.lines == lines.count - 180)
    let status = try store.status()
    #expect(status.files == 1)
    #expect(status.counts.lines == lines.count)
    #expect(status.counts.ignored == header)
    #expect(status.events == 300)
  }

  @Test func `of a log of text that has grown only the new lines are read, and it stays one file`() throws {
    let lines = (0..<90).map { number in
      Data(
        "x pushext time=2026-09-21T14:13:20Z event=expiring app=1 message=m\(number) device=d\(number)\n".utf8
      )
    }
    var options = ImportOptions()
    options.reading.mappings = { MappingCatalogue.all }
    for (count, begun, new) in [(40, 30, 40), (60, 0, 20), (90, 0, 30)] {
      try write(lines.prefix(count) + (begun > 0 ? [lines[count].prefix(begun)] : []))
      let summary = try store.importFiles([folder.path("logs")], options: options)
      #expect(summary.files.map(\.treatment) == [count == 40 ? .new : .resumed])
      #expect(summary.counts.lines == new)
      #expect(try store.status().files == 1)
    }
    #expect(try store.status().counts.lines == 90)
    #expect(try store.verify() == [])
  }

  @Test func `a file that has not changed is not read again`() throws {
    try write(lines(50))
    try importAll()
    let second = try importAll()
    #expect(second.files.map(\.treatment) == [.alreadyRead])
    #expect(second.counts.lines == 0)
  }

  @Test(arguments: [50, 90, 200]) func `another file under the old name is read from its start`(count: Int)
    throws
  {
    try write(lines(90))
    try importAll()
    let others = lines(count, seed: 2)
    try write(others)
    let second = try importAll()
    #expect(second.files.map(\.treatment) == [.new])
    #expect(second.account == "\(count) = \(count) merged + 0 duplicate + 0 rejected + 0 ignored")
    #expect(try store.status().events == 90 + count)
  }

  @Test func `a file that became shorter is read from its start, which changes nothing`() throws {
    let lines = lines(90)
    try write(lines)
    try importAll()
    let before = try store.fingerprint()
    try write(lines.prefix(40))
    let second = try importAll()
    #expect(second.account == "40 = 0 merged + 40 duplicate + 0 rejected + 0 ignored")
    #expect(try store.fingerprint() == before)
  }

  @Test func `a file with another beginning and the same rest is read from its start`() throws {
    let lines = lines(90)
    try write(lines)
    try importAll()
    try write(self.lines(1, seed: 3) + lines.dropFirst())
    let second = try importAll()
    #expect(second.files.map(\.treatment) == [.new])
    #expect(second.account == "90 = 1 merged + 89 duplicate + 0 rejected + 0 ignored")
  }

  @Test func `copies in one import count once`() throws {
    try write(lines(60), to: "a.log")
    try write(lines(60), to: "b.log")
    let summary = try importAll()
    #expect(summary.files.map(\.treatment) == [.new, .alreadyRead])
    #expect(summary.account == "60 = 60 merged + 0 duplicate + 0 rejected + 0 ignored")
  }

  @Test func `files that differ only in their middle are two, however alike their ends are`() throws {
    let lines = lines(90)
    // As long as the line it stands for, and far from both ends.
    let other = Data(
      String(decoding: lines[45], as: UTF8.self).replacing("\"event_time\":\"1", with: "\"event_time\":\"2")
        .utf8)
    #expect(other != lines[45] && other.count == lines[45].count)
    try write(lines, to: "a.log")
    try write(lines.prefix(45) + [other] + lines.dropFirst(46), to: "b.log")
    let summary = try importAll()
    #expect(summary.files.map(\.treatment) == [.new, .new])
    #expect(summary.account == "180 = 91 merged + 89 duplicate + 0 rejected + 0 ignored")
  }

  @Test func `copies that grew apart are two files, each with all of its lines`() throws {
    let lines = lines(60)
    let others = self.lines(30, seed: 2)
    try write(lines.prefix(40), to: "a.log")
    try importAll()
    try write(lines, to: "a.log")
    try write(lines.prefix(40) + others, to: "b.log")
    let second = try importAll()
    #expect(second.files.map(\.treatment) == [.resumed, .new])
    #expect(second.files.map(\.counts.lines) == [20, 70])
    #expect(try store.status().files == 2)
    #expect(try store.status().counts.lines == 130)
    #expect(try importAll().files.map(\.treatment) == [.alreadyRead, .alreadyRead])
  }

  @Test func `a rotated file is known by its content and the new one is read`() throws {
    let lines = lines(120)
    try write(lines.prefix(70))
    try importAll()
    // The last lines were written between the import and the rotation.
    try write(lines.prefix(90), to: "push.log.1")
    try write(lines.dropFirst(90))
    let second = try importAll()
    #expect(second.files.map(\.treatment) == [.new, .resumed])
    #expect(second.files.map(\.counts.lines) == [30, 20])
    #expect(try store.status().events == 120)
  }

  @Test(arguments: Compression.installed) func `a compressed copy of what was read changes nothing`(
    compression: Compression
  ) throws {
    let lines = lines(80)
    try write(lines)
    try importAll()
    let before = try LedgerContent(of: store)
    let packed = try compression.compress(lines.reduce(Data(), +))
    try FileManager.default.removeItem(atPath: folder.path("logs/push.log"))
    try folder.write(packed, to: "logs/push.log.1." + compression.fileExtension)
    let second = try importAll()
    #expect(second.account == "80 = 0 merged + 80 duplicate + 0 rejected + 0 ignored")
    #expect(try LedgerContent(of: store).differences(from: before) == [])
    #expect(try importAll().files.map(\.treatment) == [.alreadyRead])
  }

  @Test func `a last JSON line without its end counts once`() throws {
    let lines = lines(30)
    try write(lines.dropLast() + [lines[29].dropLast()])
    #expect(try importAll().counts.lines == 30)
    #expect(try importAll().files.map(\.treatment) == [.alreadyRead])
    // Now its end is there, and with it more lines.
    try write(lines + self.lines(5, seed: 2))
    let second = try importAll()
    #expect(second.account == "5 = 5 merged + 0 duplicate + 0 rejected + 0 ignored")
    #expect(try store.status().counts.lines == 35)
  }

  @Test(arguments: [LogShape.jsonLines, .csv]) func `a last line that is cut waits for its rest`(
    shape: LogShape
  ) throws {
    let lines = lines(30, shape: shape)
    let whole = lines.reduce(Data(), +)
    let cut = try #require(lines.last).count / 2
    try folder.write(whole.dropLast(cut), to: "logs/push.log")
    let first = try importAll()
    #expect(first.counts.lines == lines.count - 1)
    #expect(first.counts.rejected == 0)
    #expect(first.files.first?.pendingBytes == (lines.last?.count ?? 0) - cut)
    try folder.write(whole, to: "logs/push.log")
    let second = try importAll()
    #expect(second.account == "1 = 1 merged + 0 duplicate + 0 rejected + 0 ignored")
  }

  @Test func `a file that cannot be read leaves the others alone`() throws {
    try write(lines(40))
    try folder.write("<html><body>404</body></html>\n", to: "logs/error.html")
    let summary = try importAll()
    #expect(summary.files.map(\.treatment) == [.failed, .new])
    #expect(summary.counts.merged == 40)
  }
}
